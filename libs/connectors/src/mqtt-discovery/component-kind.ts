import type { Settings } from './settings.js';
import { type Ability, Rejected } from '@trellis/connector-sdk';
import type { Payload, State } from './payload.js';

export interface Component {
  /** `sensor`, `switch`, … */
  kind: string;
  /** Unique among all components of the broker, and stable. */
  id: string;
  /** Its name within its device: the last part of its topic, or its key in a message for a device. */
  key: string;
  settings: Settings;
}

export interface Source {
  settings: Settings;
  state: State;
}

export interface Timing {
  /** The value becomes unknown after this time, unless it is reported again (ms): `expire_after`. */
  expireAfterMs?: number;
  /** A true value becomes false after this time (ms): `off_delay`. */
  offDelayMs?: number;
}

export interface EventTopic {
  topic: string;
  /** Reads the data of the event; undefined for a message that is no such event. */
  read(payload: Payload): { data?: unknown } | undefined;
}

export type ComponentAbility = Ability<Publication[]> &
  Timing & {
    eventTopic?: EventTopic;
    /** The topic of pictures, of which only the time is read. */
    pictureTopic?: string;
    /** The topic and the template that a measurement is read with, which tell whether two are the same. */
    measures?: string;
  };

/**
 * A function that creates the abilities of one kind of component, or undefined for one that it lacks. Those of
 * capabilities have their names; any other
 * has the name `afterComponent`. Which topics are read depends only on the options, never on what other topics
 * contain.
 */
export type ComponentKind = (source: Source) => (ComponentAbility | undefined)[];

/** The name of an ability that is named after its component; see `names.ts`. */
export const afterComponent = '';

/** Returns the name of one of several abilities that are named after their component: `led_brightness`. */
export const partOfComponent = (name: string): string => `_${name}`;

export const isUnnamed = ({ name }: ComponentAbility): boolean =>
  name === afterComponent || name.startsWith('_');

export interface ComponentPart {
  component: Component;
  abilities: ComponentAbility[];
}

export interface Publication {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** The members of a JSON object that the device carries out independently of each other. */
  members?: Record<string, unknown>;
}

/** Merges the messages of two writes with members for the same topic; undefined for any others. */
export function mergePublications(
  [first, ...more]: Publication[],
  [second, ...others]: Publication[],
): Publication[] | undefined {
  if (!first?.members || !second?.members || more.length > 0 || others.length > 0) return undefined;
  if (first.topic !== second.topic) return undefined;
  const members = Object.assign({}, first.members, second.members);
  return [{ ...second, payload: JSON.stringify(members), members }];
}

export interface CommandOptions {
  topic: string;
  template?: string;
}

/** A function that makes the message for a value; `variables` are for its template, besides `value`. */
type Command = (value: unknown, variables?: Record<string, unknown>) => Publication;

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
interface ActionOptions extends CommandOptions {
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
