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

export type CapabilityMember =
  { kind: 'property'; affordance: PropertyAffordance; make: Make } | { kind: 'action'; make: Make };

/** Lists the properties and actions of a capability, each with the function that creates its ability. */
const members = (capability: string, makers: object): [string, CapabilityMember][] =>
  Object.entries(makers).map(([name, make]: [string, Make]) => {
    const ability = make({ invoke: () => undefined, write: () => undefined });
    const member: CapabilityMember =
      'property' in ability
        ? { kind: 'property', affordance: ability.property, make }
        : { kind: 'action', make };
    return [capability === '' ? name : `${capability}.${name}`, member];
  });

/** The members of all capabilities, by name in descriptions: `temperature` for a sensor, else `light.brightness`. */
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

export function propertyOfCapability(name: string) {
  const member = byName.get(name);
  return member?.kind === 'property' ? member : undefined;
}

export function actionOfCapability(name: string) {
  const member = byName.get(name);
  return member?.kind === 'action' ? member : undefined;
}

/** Returns the full names of all properties or actions with a name: `light.on`, `switch.on` and others for `on`. */
export const capabilitiesOf = (kind: CapabilityMember['kind'], name: string): string[] =>
  namesWhere(kind, (full) => full === name || full.endsWith(`.${name}`));

/** Returns the full names of the properties or actions of a capability: `switch.on` for `switch`. */
export const membersOf = (kind: CapabilityMember['kind'], capability: string): string[] =>
  namesWhere(kind, (full) => full.startsWith(`${capability}.`));

const namesWhere = (kind: CapabilityMember['kind'], fits: (name: string) => boolean): string[] =>
  [...byName].flatMap(([name, member]) => (member.kind === kind && fits(name) ? [name] : []));
