import {
  roleOfAffordance,
  type ActionAffordance,
  type AffordanceRole,
  type EventAffordance,
  type Identifier,
  type PropertyAffordance,
} from '@trellis/contracts';
import { override } from './json.js';
import { quantityOf } from './capabilities/quantities.js';
import type { CapabilityName } from './vocabulary.js';

export type { ActionAffordance, EventAffordance, Identifier, PropertyAffordance, AffordanceRole };

interface Named {
  name: string;
  /**
   * Its keys, which are the same whatever other abilities the device has; see `withKeys`. An ability keeps the name that
   * any of its keys was given first. Left out where the name itself never changes.
   */
  keys?: string[];
}

export interface PropertyAbility<Command = unknown> extends Named {
  /** The capability that defines the property, if it is a standard one. */
  capability?: CapabilityName;
  property: PropertyAffordance;
  /** The current value; left out when it is unknown. */
  value?: unknown;
  /** Whether the device reports that the value is unknown: a known one is forgotten despite `Device.forgotten`. */
  isUnknown?: true;
  /**
   * Returns the command that writes a value. Throws `Rejected` for one that the current state does not allow. Only a
   * property with `transition` gets how long the change takes (ms); undefined leaves that to the device.
   */
  write?: WriteOf<Command> | undefined;
}

/** Creates a command from a value of an affordance; as a method type, it admits functions of narrower values. */
type CommandOf<Command> = { create(value: unknown): Command }['create'];

type WriteOf<Command> = {
  create(value: unknown, transitionMs?: number): Command;
}['create'];

export interface ActionAbility<Command = unknown> extends Named {
  capability?: CapabilityName;
  action: ActionAffordance;
  /** Returns the command that invokes the action. The input conforms to the affordance. */
  invoke: CommandOf<Command>;
}

/** Something that happens to a device, such as the press of a button; see `DeviceEvent`. */
export interface EventAbility extends Named {
  capability?: CapabilityName;
  event: EventAffordance;
}

/** A property, action or event of a device: its description, and how to read, write or invoke it. */
export type Ability<Command = unknown> =
  PropertyAbility<Command> | ActionAbility<Command> | EventAbility;

export type AbilityKind = 'property' | 'action' | 'event';

export const kindOf = (ability: Ability): AbilityKind =>
  'property' in ability ? 'property' : 'action' in ability ? 'action' : 'event';

export function affordanceOf(
  ability: Ability,
): PropertyAffordance | ActionAffordance | EventAffordance {
  if ('property' in ability) return ability.property;
  return 'action' in ability ? ability.action : ability.event;
}

/** Returns the role of an ability; without one it is primary. */
export const roleOf = (ability: Ability): AffordanceRole => roleOfAffordance(affordanceOf(ability));

/**
 * Gives an ability the role that the technology states. Plain names and `@type`s are for what a device is for: a setting
 * or a diagnostic value gets `name` instead, unless its capability is diagnostic, such as `battery`. An action that is
 * about the device itself is maintenance: part of its configuration.
 */
export function inRole<One extends Ability>(
  ability: One,
  role: AffordanceRole,
  name = ability.name,
): One {
  const { '@type': _type, ...affordance } = affordanceOf(ability);
  if (role === 'primary' || affordance.role !== undefined) return ability;
  const kind = kindOf(ability);
  const own = Object.assign({}, ability, {
    name: ability.capability ? name : ability.name,
    [kind]: { ...affordance, role: kind === 'action' ? 'configuration' : role },
  });
  delete own.capability;
  return own;
}

export const withTitle = <One extends Ability>(ability: One, title: string): One => ({
  ...ability,
  [kindOf(ability)]: { ...affordanceOf(ability), title },
});

/** The current state of a device. A command is a value of the connector's own that `Connector.send` carries out. */
export interface Device<Command = unknown> {
  /** Its id in the remote technology, 1 to 512 characters. Never changes. */
  id: string;
  /**
   * Ids of the device in registries, MAC addresses and the serial number; at most 50. By default its id alone. A device that
   * gets another `id` keeps its thing if it has one of these in common, except for the serial number, which may be that of
   * its model.
   */
  identifiers?: Identifier[] | undefined;
  /** Stable ids of its parts, by which a device is recognized as well, but not found; at most 100. */
  parts?: string[] | undefined;
  title: string;
  description?: string | undefined;
  /** Terms for `@type` of the thing, besides those of the capabilities. */
  types?: string[];
  abilities: Ability<Command>[];
  /** False when the technology reports that the device is unavailable. Default true. */
  available?: boolean | undefined;
  /**
   * If absent, values that are left out are unknown. If present, they keep their last known values, for technologies
   * that report only changes; only the properties named here become unknown, such as an expired measurement.
   */
  forgotten?: string[];
  /** A text stored with the device and passed to `Connector.find`, such as its host; at most 1024 characters. */
  handle?: string;
  /**
   * When its values were received (ms, by `performance.now()`), if that was before the report, for a listener that
   * collects messages. Only values that are received after a write confirm it.
   */
  receivedAt?: number;
  /**
   * Whether a hub or broker has reported what it remembers, such as retained messages, so that the report is no sign of
   * life of the device.
   */
  isRemembered?: boolean;
}

/** Returns the members of an ability for a value: undefined is not reported, null is reported to be unknown. */
export function reportedValue(value: unknown): Pick<PropertyAbility, 'value' | 'isUnknown'> {
  if (value === undefined) return {};
  return value === null ? { isUnknown: true } : { value };
}

interface PropertyState<Value, Command> {
  value?: unknown;
  write?: ((value: Value, transitionMs?: number) => Command) | undefined;
}

const isNumeric = ({ type }: PropertyAffordance) => type === 'number' || type === 'integer';

/**
 * Returns the `@type` of a property that no capability defines: its quantity, or how it is used (`BooleanProperty` and
 * `LevelProperty` of webthings.io/schemas, `trellis:Choice`). A text and a bare number have none: it would say no more
 * than `type`.
 */
function typeOf(affordance: PropertyAffordance): string | undefined {
  const { type, role = 'primary', unit, format, device_class: deviceClass } = affordance;
  const { minimum, maximum, enum: options } = affordance;
  if (role !== 'primary') return undefined;
  if (type === 'boolean') return 'BooleanProperty';
  if (type === 'string') {
    if (format === 'date-time' || format === 'date') return 'saref:Time';
    return options || deviceClass === 'enum' ? 'trellis:Choice' : undefined;
  }
  if (!isNumeric(affordance)) return undefined;
  const isRange = minimum !== undefined && maximum !== undefined;
  return isRange ? 'LevelProperty' : quantityOf(unit, deviceClass);
}

/** Creates a property that no capability defines. Read-only without `write`; a null value is reported to be unknown. */
export function property<Value, Command = never>(
  name: string,
  affordance: PropertyAffordance,
  { value, write }: PropertyState<Value, Command>,
): PropertyAbility<Command> {
  const known: PropertyAffordance = { '@type': typeOf(affordance) };
  if (!write) known.readOnly = true;
  const described = override(known, affordance);
  return { name, property: described, ...reportedValue(value), write };
}

/** Creates an action that no capability defines. */
export const action = <Input, Command>(
  name: string,
  affordance: ActionAffordance,
  invoke: (input: Input) => Command,
): ActionAbility<Command> => ({ name, action: override({}, affordance), invoke });

/** Returns the schema of the data of an event that has types, such as how a button was pressed. */
export function typedData(types: readonly string[]): NonNullable<EventAffordance['data']> {
  const eventType = types.length > 0 ? { type: 'string', enum: [...types] } : { type: 'string' };
  return { type: 'object', properties: { event_type: eventType }, required: ['event_type'] };
}

/** Creates an event that no capability defines; `data` is the schema of its payload. */
export const event = (name: string, affordance: EventAffordance): EventAbility => ({
  name,
  event: affordance,
});

export const percentage = (title: string) =>
  ({ type: 'number', title, unit: '%', minimum: 0, maximum: 100 }) satisfies PropertyAffordance;

export const choice = (title: string, options: readonly string[]) =>
  ({ type: 'string', title, enum: [...options] }) satisfies PropertyAffordance;

export const textProperty = (name: string, title: string, value: string | null | undefined) =>
  property(name, { type: 'string', title }, { value });

export const timeProperty = (name: string, title: string, value: string | null | undefined) =>
  property(name, { type: 'string', format: 'date-time', title }, { value });

export const booleanProperty = (name: string, title: string, value: boolean | null | undefined) =>
  property(name, { type: 'boolean', title }, { value });

export interface Report<Command = unknown> {
  /** New and changed devices, each as a whole; see `Device.forgotten`. The latest values of a device count. */
  devices?: Device<Command>[];
  gone?: string[];
  /** The ids of all devices, once they are known: all others are gone. */
  all?: string[];
  /** Events in the order in which they happened. None is merged with another. */
  events?: DeviceEvent[];
}

/** Something that happened to a device; dropped when the device lacks the event or its data do not conform. */
export interface DeviceEvent {
  /** The id of a device that was found before, or is in the same report. */
  device: string;
  /** The name of an event among the abilities of the device. */
  name: string;
  /** The keys of that ability, if it has some. */
  keys?: string[] | undefined;
  data?: unknown;
  /** When it happened, if the technology says so; by default the time of the report. */
  at?: Date;
}

/** Passes on a report. Reports stay in order; the function neither waits nor throws. */
export type Emit<Command = unknown> = (report: Report<Command>) => void;
