import * as clack from '@clack/prompts';
import { CliError, Interrupted, usageError } from '../output/failure.js';
import { safeLine } from '../output/text.js';

/** Prompts go to standard error, so that results can be piped. */
const common = { output: process.stderr };

interface TextQuestion {
  message: string;
  initialValue?: string | undefined;
  placeholder?: string | undefined;
  validate?: ((answer: string) => string | undefined) | undefined;
}

export async function askText({
  message,
  initialValue,
  placeholder,
  validate,
}: TextQuestion): Promise<string> {
  const answer = await clack.text({
    ...common,
    message: safeLine(message),
    initialValue: initialValue ?? '',
    placeholder: safeLine(placeholder ?? ''),
    validate: (given) => validate?.(given ?? ''),
  });
  return answered(answer);
}

export async function askSecret(message: string, isOptional = false): Promise<string> {
  const answer = await clack.password({
    ...common,
    message: safeLine(message),
    validate: (given) => (given || isOptional ? undefined : 'Required.'),
  });
  return answered(answer) ?? '';
}

export const askConfirm = async (message: string, initialValue = false): Promise<boolean> =>
  answered(await clack.confirm({ ...common, message: safeLine(message), initialValue }));

export async function askChoice(message: string, values: readonly unknown[]): Promise<unknown> {
  const options = values.map((value, index) => ({
    value: index,
    label: safeLine(typeof value === 'string' ? value : JSON.stringify(value)),
  }));
  const index = await clack.select({ ...common, message: safeLine(message), options });
  return values[answered(index)];
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (clack.isCancel(answer)) throw new Interrupted();
  return answer as Exclude<Answer, symbol>;
}

/** Asks for confirmation of something that cannot be undone. Without a terminal, `--yes` is required. */
export async function requireConfirmation(
  { isInteractive }: { isInteractive: boolean },
  message: string,
  isConfirmed: boolean | undefined,
): Promise<void> {
  if (isConfirmed) return;
  if (!isInteractive) {
    throw usageError('Confirmation is required.', 'Confirm with --yes.');
  }
  if (!(await askConfirm(message))) throw new CliError('Nothing has been changed.');
}
