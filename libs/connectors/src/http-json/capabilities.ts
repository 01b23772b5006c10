import {
  button,
  cover,
  fan,
  light,
  lock,
  plug,
  sensor,
  switchable,
  thermostat,
  type Ability,
  type PropertyAffordance,
} from '@trellis/connector-sdk';

type Make = (options: Record<string, unknown>) => Ability<unknown>;

/** A property or action that a capability defines. */
export type CapabilityMember =
  { kind: 'property'; affordance: PropertyAffordance; make: Make } | { kind: 'action'; make: Make };

/** The properties and actions of a capability, each with the function that makes its ability. */
const members = (capability: string, makers: object): [string, CapabilityMember][] =>
  Object.entries(makers).map(([name, make]: [string, Make]) => {
    const ability = make({ invoke: () => undefined, write: () => undefined });
    const member: CapabilityMember =
      'property' in ability
        ? { kind: 'property', affordance: ability.property, make }
        : { kind: 'action', make };
    return [capability === '' ? name : `${capability}.${name}`, member];
  });

/** By the names that descriptions use: `temperature` for a sensor, else such as `light.brightness`. */
const byName: ReadonlyMap<string, CapabilityMember> = new Map([
  ...members('', sensor),
  ...members('light', light),
  ...members('switch', switchable),
  ...members('plug', plug),
  ...members('thermostat', thermostat),
  ...members('cover', cover),
  ...members('lock', lock),
  ...members('fan', fan),
  ...members('button', button),
]);

/** What a capability defines under this name, if it is a property. */
export function propertyOfCapability(name: string) {
  const member = byName.get(name);
  return member?.kind === 'property' ? member : undefined;
}

/** What a capability defines under this name, if it is an action. */
export function actionOfCapability(name: string) {
  const member = byName.get(name);
  return member?.kind === 'action' ? member : undefined;
}

/** The capabilities that define a property or an action of this name: `light.on`, `switch.on` and others for `on`. */
export const capabilitiesOf = (kind: CapabilityMember['kind'], name: string): string[] =>
  namesWhere(kind, (full) => full === name || full.endsWith(`.${name}`));

/** What a capability that has several properties or actions defines: `switch.on` for `switch`. */
export const membersOf = (kind: CapabilityMember['kind'], capability: string): string[] =>
  namesWhere(kind, (full) => full.startsWith(`${capability}.`));

const namesWhere = (kind: CapabilityMember['kind'], fits: (name: string) => boolean): string[] =>
  [...byName].flatMap(([name, member]) => (member.kind === kind && fits(name) ? [name] : []));
