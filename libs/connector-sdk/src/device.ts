import type { ActionAffordance, EventAffordance, PropertyAffordance } from '@trellis/contracts';
import type { CapabilityName } from './vocabulary.js';

export type { ActionAffordance, EventAffordance, PropertyAffordance };

/** A property of a device: what it is, its value, and how to write it. */
export interface PropertyAbility<Command = unknown> {
  /** The name of the property. */
  name: string;
  /** The capability that defines the property, if it is a standard one. */
  capability?: CapabilityName;
  property: PropertyAffordance;
  /** The current value; left out when it is unknown. */
  value?: unknown;
  /**
   * Whether the device itself says that the value is not known: then also one that was known before is not known
   * any more, whatever `Device.forgotten` says of values that are left out.
   */
  isForgotten?: true;
  /**
   * The command that writes a value; left out when the property is read-only. The value conforms to
   * the affordance. Throws `Rejected` for a value that the device does not take as it is now.
   */
  write?: (value: never) => Command;
}

/** An action of a device: what it is, and how to invoke it. */
export interface ActionAbility<Command = unknown> {
  /** The name of the action. */
  name: string;
  capability?: CapabilityName;
  action: ActionAffordance;
  /** The command that invokes the action. The input conforms to the affordance. */
  invoke: (input: never) => Command;
}

/** Something that happens to a device at a moment, such as that a button is pressed; see `DeviceEvent`. */
export interface EventAbility {
  /** The name of the event. */
  name: string;
  capability?: CapabilityName;
  event: EventAffordance;
}

/** One property, action or event of a device: its description, and how to read, write or invoke it. */
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

/** The same ability with another title. */
export const withTitle = <One extends Ability>(ability: One, title: string): One => ({
  ...ability,
  [kindOf(ability)]: { ...affordanceOf(ability), title },
});

/**
 * A device of the remote technology as it is now; the runtime keeps a thing for it. A command is
 * whatever the connector sends to have something done; see `Connector.send`.
 */
export interface Device<Command = unknown> {
  /** Its id in the remote technology: the same for as long as it exists, 1 to 512 characters. */
  id: string;
  title: string;
  description?: string;
  /** Terms for `@type` of the thing, besides those of the capabilities. */
  types?: string[];
  abilities: Ability<Command>[];
  /** False when the technology itself reports that the device is away. Default true. */
  available?: boolean;
  /**
   * What the values that are left out mean. Without it they are not known. With it they are as they were known
   * last, for technologies that tell changes alone; only those of the properties named here are not known any
   * more, such as a measurement that has expired.
   */
  forgotten?: string[];
  /**
   * A text of the connector's own, at most 1024 characters and no secret, such as the host that the
   * device is on. It is stored with the device and passed to `Connector.find`.
   */
  handle?: string;
}

interface ReadOnly {
  value?: unknown;
}

/** What an ability says of a value: undefined is one that is not told, null one that is told to be unknown. */
export function toldValue(value: unknown): Pick<PropertyAbility, 'value' | 'isForgotten'> {
  if (value === undefined) return {};
  return value === null ? { isForgotten: true } : { value };
}

interface Writable<Value, Command> extends ReadOnly {
  write?: ((value: Value) => Command) | undefined;
}

/** A property that no capability defines. Without `write` it is read-only; for null see `toldValue`. */
export function property<Value, Command = never>(
  name: string,
  affordance: PropertyAffordance,
  { value, write }: Writable<Value, Command>,
): PropertyAbility<Command> {
  return {
    name,
    property: write ? affordance : { ...affordance, readOnly: true },
    ...toldValue(value),
    ...(write && { write }),
  };
}

/** An action that no capability defines. */
export const action = <Input, Command>(
  name: string,
  affordance: ActionAffordance,
  invoke: (input: Input) => Command,
): ActionAbility<Command> => ({ name, action: affordance, invoke });

/** What an event that has types carries, such as how a button was pressed: its type, beside what else is told of it. */
export const typedData = (types: readonly string[]): NonNullable<EventAffordance['data']> => ({
  type: 'object',
  properties: { event_type: { type: 'string', ...(types.length > 0 && { enum: [...types] }) } },
  required: ['event_type'],
});

/** An event that a device tells while the connector listens; `data` is the schema of what it carries. */
export const event = (name: string, affordance: EventAffordance): EventAbility => ({
  name,
  event: affordance,
});
