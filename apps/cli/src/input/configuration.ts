import { fieldsOf, pathOf, setAt, validate, type Field, type Schema } from '@trellis/schema-form';
import type { Command } from 'commander';
import { usageError } from '../output/failure.js';
import { askChoice, askConfirm, askSecret, askText } from './prompts.js';
import { collect, parseValue, readMember, splitAssignment } from './value.js';

type Configuration = Record<string, unknown>;

/** The options with which a command takes the configurations of an instance and a client. */
export interface ConfigurationOptions {
  set?: string[];
  configuration?: string;
  instanceSet?: string[];
  instanceConfiguration?: string;
}

export const addConfigurationOptions = (command: Command): Command =>
  command
    .option(
      '--set <name=value>',
      'configuration member to set; @file reads the value from a file',
      collect,
    )
    .option('--configuration <json>', 'the configuration as JSON, @file or - (standard input)')
    .option(
      '--instance-set <name=value>',
      'the same for the configuration of the instance',
      collect,
    )
    .option('--instance-configuration <json>', 'configuration of the instance as JSON, @file or -');

/**
 * Reads assignments `name=value` as a configuration. A value `@file` is replaced by the content of the file; with
 * `files: false` it is taken literally, for values that go to a device.
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
    configuration[name] = value === 'null' ? null : parseValue(value, typeOf(properties[name]));
  }
  return configuration;
}

/** Asks for the required members that a configuration lacks, and offers to set the optional ones. */
export async function completeConfiguration(
  schema: Schema,
  given: Configuration,
  isInteractive: boolean,
): Promise<Configuration> {
  const fields = fieldsOf(schema).filter(({ pointer }) => !(pathOf(pointer)[0]! in given));
  const isMissing = (field: Field) => field.required && field.default === undefined;
  const missing = fields.filter(isMissing);
  if (!isInteractive) {
    if (missing.length === 0) return given;
    const names = new Set(missing.map(({ pointer }) => pathOf(pointer)[0]));
    throw usageError(
      `The configuration lacks ${[...names].join(', ')}.`,
      'Set it with --set <name>=<value>.',
    );
  }
  const configuration = { ...given };
  for (const field of missing) await ask(field, configuration);
  const optional = fields.filter((field) => !isMissing(field));
  const labels = optional.map(({ label }) => label).join(', ');
  if (optional.length > 0 && (await askConfirm(`Set optional members, too? (${labels})`))) {
    for (const field of optional) await ask(field, configuration, true);
  }
  return configuration;
}

/** Asks for a member and sets it. An optional one may be left empty. */
async function ask(field: Field, configuration: Configuration, isOptional = false): Promise<void> {
  const value =
    field.kind === 'variants'
      ? await askVariant(field, configuration, isOptional)
      : await askValue(field, isOptional);
  if (value !== undefined) setAt(configuration, pathOf(field.pointer), value);
}

async function askVariant(
  field: Field,
  configuration: Configuration,
  isOptional: boolean,
): Promise<undefined> {
  const labels = field.variants.map(({ label }) => label);
  const chosen = await askChoice(messageOf(field), isOptional ? ['none', ...labels] : labels);
  const variant = field.variants.find(({ label }) => label === chosen);
  if (!variant) return;
  setAt(configuration, pathOf(field.pointer), { ...variant.constants });
  for (const inner of variant.fields) await ask(inner, configuration, !inner.required);
}

async function askValue(field: Field, isOptional: boolean): Promise<unknown> {
  const { kind, schema, placeholder, default: value } = field;
  const message = messageOf(field);
  if (kind === 'secret') return (await askSecret(message, isOptional)) || undefined;
  if (kind === 'select') return askChoice(message, schema.enum ?? []);
  if (kind === 'boolean') return askConfirm(message, value === true);
  const isJson = ['lines', 'pairs', 'list', 'json'].includes(kind);
  const shown = value === undefined ? undefined : textOf(value);
  const answer = await askText({
    message: isJson ? `${message} (JSON, or @file)` : message,
    placeholder: shown ?? (placeholder || undefined),
    initialValue: shown,
    validate: (given) => errorIn(given, field, isOptional),
  });
  return answer === '' ? undefined : parseValue(await readMember(answer), typeOf(schema));
}

const messageOf = ({ label, hint }: Field): string => (hint ? `${label}: ${hint}` : label);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const typeOf = (schema: Schema | undefined): string | undefined =>
  typeof schema?.type === 'string' ? schema.type : undefined;

function errorIn(given: string, field: Field, isOptional: boolean): string | undefined {
  if (given === '') return isOptional ? undefined : 'Required.';
  if (given.startsWith('@')) return undefined;
  if (field.kind === 'number') {
    const isWrong = validate([field], { [field.pointer]: given })[field.pointer] !== undefined;
    const { minimum, maximum } = field.schema;
    const bounds = [
      minimum !== undefined && `at least ${minimum}`,
      maximum !== undefined && `at most ${maximum}`,
    ].filter(Boolean);
    return isWrong ? `Must be a number${bounds.map((one) => `, ${one}`).join('')}.` : undefined;
  }
  try {
    parseValue(given, typeOf(field.schema));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
