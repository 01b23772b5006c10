import type { PropertyAffordance } from '@trellis/connector-sdk';
import type { PropertyAbility } from './ability.js';
import { check, commandOf, type CommandOptions } from './command.js';
import type { Payload } from './payload.js';
import type { Settings } from './settings.js';
import type { Template } from './template/template.js';

/** A property whose halves are named by options of the discovery message. */
export interface PropertySpecification {
  suffix?: string;
  affordance: PropertyAffordance;
  /** The options with the topic of its state and with the template; the first template counts. */
  state?: { topic: string; templates: string[] };
  /** The value that a text stands for; undefined when it stands for none. */
  decode(text: string): unknown;
  /** The options with the topic of its command and with the template. */
  command?: CommandOptions;
  /** What a value is called in a command; by default it is itself. */
  encode?(value: unknown): unknown;
  /** What a command's template knows apart from `value`. */
  variables?(value: unknown): Record<string, unknown>;
}

/** Puts a property together; undefined when the component has neither a state nor a command of it. */
export function property(
  settings: Settings,
  specification: PropertySpecification,
): PropertyAbility | undefined {
  const { suffix = '', affordance, state } = specification;
  const topic = state && settings.topic(state.topic);
  const template = state && settings.template(...state.templates);
  const write = writer(settings, specification);
  if (!topic && !write) return undefined;
  return {
    suffix,
    affordance: {
      ...(template?.refused === undefined ? affordance : asItIs(affordance, template.refused)),
      ...(write ? {} : { readOnly: true, ...whyNot(settings, specification.command) }),
      ...(topic ? {} : { writeOnly: true }),
    },
    reading: topic ? { topic, value: reader(template, specification) } : undefined,
    write,
  };
}

function writer(
  settings: Settings,
  { affordance, command, encode, variables }: PropertySpecification,
): PropertyAbility['write'] {
  const send = command && commandOf(settings, command);
  if (!send) return undefined;
  return (value) => {
    check(affordance, value);
    return [send(encode ? encode(value) : value, variables?.(value))];
  };
}

/** Texts longer than this are no values that someone reads (Home Assistant takes 255 characters). */
const longestText = 4096;

/** Reads a payload through a template; without one, or with one that was refused, as it is. */
function reader(
  template: Template | undefined,
  { decode, affordance: { enum: choices } }: PropertySpecification,
) {
  return (payload: Payload): unknown => {
    const text = template ? render(template, payload) : payload.text;
    // Home Assistant's word for a value that is not known is None.
    if (!text || text === 'None' || text.length > longestText) return undefined;
    if (template?.refused !== undefined) return text;
    const value = decode(text);
    return Array.isArray(choices) && !choices.includes(value) ? undefined : value;
  };
}

/** The text that a payload is through a template; undefined when there is none. */
export function render(template: Template, { text, json }: Payload): string | undefined {
  if (template.refused !== undefined) return text;
  return template.render({ value: text, value_json: json });
}

/** The affordance of a value whose template was refused: it is whatever the device sends. */
function asItIs(affordance: PropertyAffordance, reason: string): PropertyAffordance {
  const { title, device_class } = affordance;
  return {
    ...(title === undefined ? {} : { title }),
    ...(device_class === undefined ? {} : { device_class }),
    description: `As the device sends it: its template cannot be evaluated, because ${reason}.`,
  };
}

/** Why a property with a command cannot be written. */
function whyNot(settings: Settings, command: CommandOptions | undefined): PropertyAffordance {
  const reason = command?.template && settings.template(command.template)?.refused;
  if (!reason) return {};
  return { description: `It cannot be set: its template cannot be evaluated, because ${reason}.` };
}
