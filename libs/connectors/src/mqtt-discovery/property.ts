import {
  override,
  property,
  type PropertyAbility,
  type PropertyAffordance,
  type PropertyOptions,
} from '@trellis/connector-sdk';
import {
  commandOf,
  type CommandOptions,
  type Publication,
  afterComponent,
  type Source,
} from './component-kind.js';
import type { Payload } from './payload.js';
import type { Settings } from './settings.js';
import { isNotFinite, type Template } from '@trellis/jinja';

/** The names of the options that describe a state; the first existing template counts. */
export interface StateOptions {
  topic: string;
  templates: string[];
}

export interface PropertySource<Value> {
  state?: StateOptions;
  /** Decodes a text; undefined when it is no value, null when it says that the value is unknown. */
  decode(text: string): Value | null | undefined;
  /** The option with the text for an unknown value; `None` always means that. */
  reset?: string | undefined;
  /** Whether an empty text is a value; otherwise it is ignored. */
  mayBeEmpty?: boolean;
  command?: CommandOptions;
  /** Encodes a value for a command; by default the value itself. */
  encode?(value: Value): unknown;
  /** Returns the variables for the template of the command, besides `value`. */
  variables?(value: Value): Record<string, unknown>;
}

type Options<Value> = PropertyOptions<Value, Publication[]>;

/**
 * Reads the value of a property and how to write it, as capabilities take them; undefined when the component has
 * neither a state nor a command for it. If a template cannot be evaluated there is no value, and the description says
 * why.
 */
export function readProperty<Value>(
  source: Source,
  { state, decode, reset, mayBeEmpty = false, command, encode, variables }: PropertySource<Value>,
): Options<Value> | undefined {
  const reading = state && readState(source, state, reset, mayBeEmpty);
  const send = command && commandOf(source.settings, command);
  if (!reading && !send) return undefined;
  const { text, refused } = reading ?? {};
  const description =
    refused === undefined
      ? send === undefined && refusedCommand(source, command)
      : `Its value is not known: ${refused}`;
  return {
    value: typeof text === 'string' ? decoded(text, decode) : text,
    write: send && ((value) => [send(encode ? encode(value) : value, variables?.(value))]),
    writeOnly: reading ? undefined : true,
    description: description || undefined,
  };
}

/** Decodes a text. One for a number that is not finite says that the value is unknown, unless it is a value itself. */
function decoded<Value>(
  text: string,
  decode: (text: string) => Value | null | undefined,
): Value | null | undefined {
  const value = decode(text);
  return value === undefined && isNotFinite(text) ? null : value;
}

/** The options of a component with a single state and command. */
export const plainState = { topic: 'state_topic', templates: ['value_template'] };
export const plainCommand = { topic: 'command_topic', template: 'command_template' };

/** Returns the options of a value with topics of its own, which follow a pattern. */
export const adjustable = (name: string) => ({
  state: { topic: `${name}_state_topic`, templates: [`${name}_value_template`] },
  command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
});

/** Creates the ability of a capability, if the component has it. */
export const made = <Value>(
  make: (options: Options<Value>) => PropertyAbility<Publication[]>,
  options: Options<Value> | undefined,
): PropertyAbility<Publication[]> | undefined => options && make(options);

/** Creates a property that no capability defines, named after its component. */
export function componentProperty<Value>(
  source: Source,
  affordance: PropertyAffordance,
  definition: PropertySource<Value>,
): PropertyAbility<Publication[]> | undefined {
  return ownProperty(afterComponent, affordance, readProperty(source, definition));
}

/** Creates a property that no capability defines, with a name of its own, if the component has it. */
export function ownProperty<Value>(
  name: string,
  affordance: PropertyAffordance,
  options: Options<Value> | undefined,
): PropertyAbility<Publication[]> | undefined {
  if (!options) return undefined;
  const { value, write, ...narrowing } = options;
  return property(name, override(affordance, narrowing), { value, write });
}

/** The longest accepted value (characters); Home Assistant accepts 255. */
export const maxValueLength = 4096;

/** Returns what identifies a measurement: the topic and the template that it is read with. */
export function measurementKey(settings: Settings, topic: string, templates: string[]): string {
  const template = templates
    .map((option) => settings.text(option))
    .find((text) => text !== undefined);
  return `${settings.topic(topic) ?? ''}\n${template ?? ''}`;
}

interface Reading {
  /** Null when the device reports that the value is unknown. */
  text: string | null | undefined;
  refused: string | undefined;
}

function readState(
  { settings, state }: Source,
  { topic: option, templates }: StateOptions,
  reset: string | undefined,
  mayBeEmpty: boolean,
): Reading | undefined {
  const topic = settings.topic(option);
  if (topic === undefined) return undefined;
  const template = settings.template(...templates);
  const payload = state.get(topic);
  const text = payload && render(template, payload);
  const isValue =
    text !== undefined && text.length <= maxValueLength && (text !== '' || mayBeEmpty);
  // Templates and devices print null as None.
  const isUnknown = text === 'None' || (reset !== undefined && text === settings.text(reset));
  return {
    text: isUnknown && isValue ? null : isValue ? text : undefined,
    refused: template?.refused === undefined ? undefined : unusable(template.refused),
  };
}

const unusable = (reason: string) => `its template cannot be evaluated, because ${reason}.`;

/** Renders a payload with a template, if there is one; undefined when that has no result. */
export function render(
  template: Template | undefined,
  { text, json }: Payload,
): string | undefined {
  if (!template) return text;
  return template.refused === undefined
    ? template.render({ value: text, value_json: json })
    : undefined;
}

function refusedCommand({ settings }: Source, command: CommandOptions | undefined) {
  const reason = command?.template && settings.template(command.template)?.refused;
  return reason ? `It cannot be set: ${unusable(reason)}` : undefined;
}

/** Decodes a member of JSON, where null means that the value is unknown. */
export const decodeMember = <Value>(
  found: unknown,
  decode: (given: unknown) => Value | undefined,
): Value | null | undefined => (found === null ? null : decode(found));

/** Returns a decoder of a text that is one of a few; any text when there are no options. */
export const decodeChoice =
  (options: readonly string[]) =>
  (text: string): string | undefined =>
    options.length === 0 || options.includes(text) ? text : undefined;
