import { CliError, exitCodes } from '../output/exit-codes.js';
import { askChoice, askConfirm, askSecret, askText } from './prompts.js';
import { parseValue, readMember, splitAssignment } from './value.js';

/** A member of a configuration, as the JSON Schema of a connector describes it. */
interface Member {
  type?: string;
  title?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
}

export interface Schema {
  properties?: Record<string, Member>;
  required?: string[];
}

type Configuration = Record<string, unknown>;

/**
 * Assignments `name=value` as a configuration; `@` in front of a value has it read from a file. With `files: false` it
 * is a part of the value, as where values go to a device.
 */
export async function readAssignments(
  { properties = {} }: Schema,
  assignments: readonly string[],
  { files = true }: { files?: boolean } = {},
): Promise<Configuration> {
  const configuration: Configuration = {};
  for (const assignment of assignments) {
    const [name, given] = splitAssignment(assignment);
    const value = files ? await readMember(given) : given;
    configuration[name] = value === 'null' ? null : parseValue(value, properties[name]?.type);
  }
  return configuration;
}

/** Asks for what a configuration lacks: what is required, and, if somebody wants to, the rest. */
export async function completeConfiguration(
  schema: Schema,
  given: Configuration,
  isInteractive: boolean,
): Promise<Configuration> {
  const { properties = {}, required = [] } = schema;
  const lacking = Object.entries(properties).filter(([name]) => !(name in given));
  const needed = lacking.filter(
    ([name, { default: value }]) => required.includes(name) && value === undefined,
  );
  if (!isInteractive) {
    if (needed.length === 0) return given;
    const names = needed.map(([name]) => name).join(', ');
    throw new CliError(
      `The configuration lacks ${names}.`,
      exitCodes.usage,
      'Give them by --set <name>=<value>.',
    );
  }
  const configuration = { ...given };
  for (const [name, member] of needed) configuration[name] = await ask(name, member, false);
  const optional = lacking.filter((one) => !needed.includes(one));
  const isMoreWanted =
    optional.length > 0 && (await askConfirm(`Set more? (${namesOf(optional)})`));
  for (const [name, member] of isMoreWanted ? optional : []) {
    const value = await ask(name, member, true);
    if (value !== undefined) configuration[name] = value;
  }
  return configuration;
}

const namesOf = (members: [string, Member][]): string =>
  members.map(([name, { title }]) => title ?? name).join(', ');

/** Asks for a member; undefined where it may be left out and is. */
async function ask(name: string, member: Member, isOptional: boolean): Promise<unknown> {
  const { title = name, description, format, type, examples, default: value } = member;
  const message = description ? `${title}: ${description}` : title;
  if (format === 'password') return (await askSecret(message, isOptional)) || undefined;
  if (member.enum) return askChoice(message, member.enum);
  if (type === 'boolean') return askConfirm(message, value === true);
  const shown = value ?? examples?.[0];
  const answer = await askText({
    message: type === 'object' || type === 'array' ? `${message} (JSON, or @file)` : message,
    placeholder: shown === undefined ? undefined : textOf(shown),
    initialValue: value === undefined ? undefined : textOf(value),
    validate: (given) => check(given, type, isOptional),
  });
  return answer === '' ? undefined : parseValue(await readMember(answer), type);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function check(given: string, type: string | undefined, isOptional: boolean): string | undefined {
  if (given === '') return isOptional ? undefined : 'It is needed.';
  if (given.startsWith('@')) return undefined;
  try {
    const value = parseValue(given, type);
    const isNumber = type === 'integer' || type === 'number';
    return isNumber && typeof value !== 'number' ? 'It is a number.' : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
