import { Rejected, type PropertyAffordance } from '@trellis/connector-sdk';
import type { Settings } from './settings.js';
import { isObject } from './template/values.js';

/** A message to send. */
export interface Publication {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
}

/** The options that describe a command. */
export interface CommandOptions {
  topic: string;
  template?: string;
}

/** Makes the message that tells a device a value; `variables` are what its template knows besides. */
export type Command = (value: unknown, variables?: Record<string, unknown>) => Publication;

/**
 * The command that two options describe; undefined when there is none, or when its template cannot
 * be evaluated: a raw value might do anything.
 */
export function commandOf(settings: Settings, options: CommandOptions): Command | undefined {
  const topic = settings.topic(options.topic);
  const template = options.template ? settings.template(options.template) : undefined;
  if (!topic || template?.refused !== undefined) return undefined;
  return (value, variables = {}) => {
    const payload = template ? template.render({ ...variables, value }) : String(value);
    if (payload === undefined) throw new Rejected('The device has no command for this value.');
    return publication(settings, topic, payload);
  };
}

/** A message with the quality of service and the retention that the component asks for. */
export function publication(settings: Settings, topic: string, payload: string): Publication {
  const qos = settings.number('qos');
  return { topic, payload, qos: qos === 1 || qos === 2 ? qos : 0, retain: settings.flag('retain') };
}

/** Refuses a value that a property does not take. */
export function check(affordance: PropertyAffordance, value: unknown): void {
  const { type, minimum = -Infinity, maximum = Infinity } = affordance;
  const choices = affordance.enum;
  if (Array.isArray(choices) && !choices.includes(value)) {
    throw new Rejected('The device does not know this value.');
  }
  const expected = type === 'integer' ? 'number' : type;
  if (expected !== undefined && typeof value !== expected) {
    throw new Rejected(`The device takes a ${type}.`);
  }
  if (type === 'object') checkMembers(affordance.required, value);
  if (typeof value !== 'number') return;
  if (!Number.isFinite(value) || value < Number(minimum) || value > Number(maximum)) {
    throw new Rejected(`The device takes a number from ${minimum} to ${maximum}.`);
  }
  if (type === 'integer' && !Number.isInteger(value)) {
    throw new Rejected('The device takes a whole number.');
  }
}

/** The objects that devices take have numbers only. */
function checkMembers(required: unknown, value: unknown): void {
  const names = Array.isArray(required) ? required.map(String) : [];
  if (!isObject(value) || !names.every((name) => Number.isFinite(value[name]))) {
    throw new Rejected(`The device takes an object with the numbers ${names.join(', ')}.`);
  }
}
