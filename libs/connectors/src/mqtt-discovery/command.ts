import { Rejected } from '@trellis/connector-sdk';
import type { Settings } from './settings.js';

export interface Publication {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
}

export interface CommandOptions {
  topic: string;
  template?: string;
}

/** A function that makes the message for a value; `variables` are for its template, besides `value`. */
export type Command = (value: unknown, variables?: Record<string, unknown>) => Publication;

/** Creates a command; undefined when its template is refused: a bare value could be misunderstood. */
export function commandOf(settings: Settings, options: CommandOptions): Command | undefined {
  const topic = settings.topic(options.topic);
  const template = options.template ? settings.template(options.template) : undefined;
  if (!topic || template?.refused !== undefined) return undefined;
  return (value, variables = {}) => {
    const payload = template ? template.render({ ...variables, value }) : String(value);
    if (payload === undefined) throw new Rejected('The device has no command for this value.');
    return toPublication(settings, topic, payload);
  };
}

/** The names of the options of an action, and its default payload. */
export interface ActionOptions extends CommandOptions {
  payload: string;
  byDefault?: string | undefined;
}

/** Creates the action that sends an option's payload; undefined when that is missing or null: it is impossible. */
export function actionOf(
  settings: Settings,
  { payload: option, byDefault, ...options }: ActionOptions,
): ((variables?: Record<string, unknown>) => Publication[]) | undefined {
  const send = commandOf(settings, options);
  const payload = settings.text(option) ?? byDefault;
  if (!send || payload === undefined || settings.isNull(option)) return undefined;
  return (variables) => [send(payload, variables)];
}

/** Creates a message with the quality of service and the retention of the component. */
export function toPublication(settings: Settings, topic: string, payload: string): Publication {
  const qos = settings.number('qos');
  return { topic, payload, qos: qos === 1 || qos === 2 ? qos : 0, retain: settings.flag('retain') };
}
