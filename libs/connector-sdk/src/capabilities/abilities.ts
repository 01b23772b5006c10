import type { ActionAffordance, PropertyAffordance } from '@trellis/contracts';
import type { HueSaturation } from '../color.js';
import { override } from '../json.js';
import { reportedValue, type ActionAbility, type PropertyAbility } from '../device.js';
import { vocabulary, type CapabilityDefinition, type CapabilityName } from '../vocabulary.js';

/** The TypeScript type of a property's values, by its data schema. */
type ValueOf<Affordance> = Affordance extends { type: 'boolean' }
  ? boolean
  : Affordance extends { type: 'number' | 'integer' }
    ? number
    : Affordance extends { type: 'string' }
      ? string
      : Affordance extends { type: 'object' }
        ? HueSaturation
        : unknown;

/** The terms that a device may narrow in a property of a capability: never its type or unit. */
type Narrowing = Partial<
  Pick<
    PropertyAffordance,
    | 'title'
    | 'description'
    | 'minimum'
    | 'maximum'
    | 'multipleOf'
    | 'enum'
    | 'writeOnly'
    | 'transition'
  >
>;

export interface PropertyOptions<Value, Command> extends Narrowing {
  /** Undefined when it is not reported; null when the device reports that it is unknown. */
  value?: Value | null | undefined;
  /** See `PropertyAbility.write`. */
  write?: ((value: Value, transitionMs?: number) => Command) | undefined;
}

export interface ActionOptions<Input, Command> extends Pick<
  ActionAffordance,
  'title' | 'description' | 'input'
> {
  invoke: (input: Input) => Command;
}

type PropertiesOf<Name extends CapabilityName> = (typeof vocabulary)[Name] extends {
  properties: infer Properties;
}
  ? Properties
  : object;
type ActionsOf<Name extends CapabilityName> = (typeof vocabulary)[Name] extends {
  actions: infer Actions;
}
  ? Actions
  : object;

/** A function for each property and action of a capability that creates the ability of a device. */
export type CapabilityAbilities<Name extends CapabilityName> = {
  [Property in keyof PropertiesOf<Name>]: <Command = never>(
    options: PropertyOptions<ValueOf<PropertiesOf<Name>[Property]>, Command>,
  ) => PropertyAbility<Command>;
} & {
  [Action in keyof ActionsOf<Name>]: <Command, Input = unknown>(
    options: ActionOptions<Input, Command>,
  ) => ActionAbility<Command>;
};

function abilitiesOf<Name extends CapabilityName>(capability: Name): CapabilityAbilities<Name> {
  const { properties = {}, actions = {} }: CapabilityDefinition = vocabulary[capability];
  const propertyMakers = Object.entries(properties).map(
    ([name, { readOnly: _, ...affordance }]) => [
      name,
      ({ value, write, ...narrowing }: PropertyOptions<never, unknown>): PropertyAbility => ({
        name,
        capability,
        property: override(write ? affordance : { ...affordance, readOnly: true }, narrowing),
        ...reportedValue(value),
        write,
      }),
    ],
  );
  const actionMakers = Object.entries(actions).map(([name, affordance]) => [
    name,
    ({ invoke, ...narrowing }: ActionOptions<never, unknown>): ActionAbility => ({
      name,
      capability,
      action: override<ActionAffordance>(affordance, narrowing),
      invoke,
    }),
  ]);
  return Object.fromEntries([...propertyMakers, ...actionMakers]) as CapabilityAbilities<Name>;
}

export const light = abilitiesOf('light');
export const switchable = abilitiesOf('switch');
export const plug = abilitiesOf('plug');
export const thermostat = abilitiesOf('thermostat');
export const cover = abilitiesOf('cover');
export const lock = abilitiesOf('lock');
export const fan = abilitiesOf('fan');
export const button = abilitiesOf('button');

/** The capabilities with a single property, which has the name of the capability. */
type SensorName = {
  [Name in CapabilityName]: keyof PropertiesOf<Name> extends Name ? Name : never;
}[CapabilityName];

type Sensors = {
  [Name in SensorName]: CapabilityAbilities<Name>[keyof CapabilityAbilities<Name> & Name];
};

const isSensor = (name: string): name is SensorName =>
  Object.keys(
    (vocabulary as Record<string, CapabilityDefinition>)[name]?.properties ?? {},
  ).join() === name;

/** The abilities of sensors by name: `sensor.temperature({ value: 21.5 })`. */
export const sensor = Object.fromEntries(
  Object.keys(vocabulary)
    .filter(isSensor)
    .map((name) => [name, (abilitiesOf(name) as Record<string, unknown>)[name]]),
) as Sensors;
export type { SensorName };

/** Creates the action that lets a person find the device. */
export const identify = <Command>(invoke: (input: unknown) => Command): ActionAbility<Command> => ({
  name: 'identify',
  action: {
    title: 'Identify',
    description: 'Blinks, so that a person can find the device.',
    role: 'configuration',
  },
  invoke,
});
