import {
  property,
  type PropertyAbility,
  type PropertyAffordance,
  type PropertyOptions,
} from '@trellis/connector-sdk';
import { commandOf, type CommandOptions, type Publication } from './command.js';
import { afterComponent, type Source } from './component-kind.js';
import type { Payload } from './payload.js';
import type { Template } from '@trellis/jinja';

/** The names of the options that describe a state; the first template that is there counts. */
export interface StateOptions {
  topic: string;
  templates: string[];
}

/** Where the value of a property is, and how to write it. */
export interface PropertySource<Value> {
  state?: StateOptions;
  /** The value that a text stands for; undefined when it stands for none, null when it says that it is unknown. */
  decode(text: string): Value | null | undefined;
  /** The option with the text that says that the value is unknown; `None` always says so. */
  reset?: string;
  /** Whether an empty text is a value; otherwise it is ignored. */
  mayBeEmpty?: boolean;
  command?: CommandOptions;
  /** What stands for a value in a command; by default the value itself. */
  encode?(value: Value): unknown;
  /** What the template of the command can read besides `value`. */
  variables?(value: Value): Record<string, unknown>;
}

type Options<Value> = PropertyOptions<Value, Publication[]>;

/**
 * The value of a property and how to write it, as capabilities take them; undefined when the
 * component has neither a state nor a command for it. Where a template cannot be evaluated there is no
 * value, and the description says why: what the device sends means something else.
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
    value: typeof text === 'string' ? decode(text) : text,
    write: send && ((value) => [send(encode ? encode(value) : value, variables?.(value))]),
    ...(!reading && { writeOnly: true }),
    ...(description && { description }),
  };
}

/** A property that no capability defines. */
export function componentProperty<Value>(
  source: Source,
  affordance: PropertyAffordance,
  definition: PropertySource<Value>,
): PropertyAbility<Publication[]> | undefined {
  const options = readProperty(source, definition);
  return options && ownProperty(afterComponent, affordance, options);
}

/** A property with a name of its own that no capability defines. */
export function ownProperty<Value>(
  name: string,
  affordance: PropertyAffordance,
  { value, write, ...narrowing }: Options<Value>,
): PropertyAbility<Publication[]> {
  return property(name, { ...affordance, ...narrowing }, { value, write });
}

/** Longer texts are not values that someone reads (Home Assistant accepts 255 characters). */
export const maxValueLength = 4096;

interface Reading {
  /** Null when the device says that the value is unknown. */
  text?: string | null;
  /** Why the template cannot be evaluated, if so. */
  refused?: string | undefined;
}

/** Undefined when the component has no such state. */
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
  // A template prints null as None, and so do devices.
  const isUnknown = text === 'None' || (reset !== undefined && text === settings.text(reset));
  return {
    ...(isValue && { text: isUnknown ? null : text }),
    ...(template?.refused !== undefined && { refused: unusable(template.refused) }),
  };
}

const unusable = (reason: string) => `its template cannot be evaluated, because ${reason}.`;

/** The text of a payload, through a template if there is one; undefined when that has no result. */
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

/** Decodes what was found in JSON, where null says that the value is unknown. */
export const decodeMember = <Value>(
  found: unknown,
  decode: (given: unknown) => Value | undefined,
): Value | null | undefined => (found === null ? null : decode(found));

/** Reads a text that is one of a few; any text when there are no options. */
export const decodeChoice =
  (options: readonly string[]) =>
  (text: string): string | undefined =>
    options.length === 0 || options.includes(text) ? text : undefined;
