import { Command } from 'commander';

/** A failure of a command; the message is one line for the person who ran it. */
export class CommandError extends Error {}

/** Creates a command of `npm run`. Unknown arguments end it with one line and exit code 2. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .configureOutput({
      outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')} (see --help)\n`),
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** Runs the action of a command and ends the process. A failure prints one line, with exit code 1. */
export async function runCommand(action: () => Promise<void>): Promise<never> {
  try {
    await action();
    return await end(0);
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message.split('\n')[0]}\n`);
    return end(1);
  }
}

/** Ends the process once the reader of a pipe has taken everything. */
export async function end(exitCode: number): Promise<never> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(exitCode);
}
