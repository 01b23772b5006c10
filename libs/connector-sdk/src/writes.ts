import { colorProperties, splitName, switchingOn } from '@trellis/contracts';
import type { Ability, PropertyAbility } from './device.js';
import { Rejected } from './failure.js';

/** A command, and the properties that it writes. */
export interface Write {
  names: string[];
  command: unknown;
}

interface PlannedWrite {
  ability: PropertyAbility & Required<Pick<PropertyAbility, 'write'>>;
  value: unknown;
}

/**
 * Returns the writes of values: first what switches on or chooses a mode, last what switches off, else in the order of
 * the values. Throws `Rejected` for a property that cannot be written, and for values that exclude each other.
 */
export function writesInOrder(
  abilities: readonly Ability[],
  values: Readonly<Record<string, unknown>>,
): PlannedWrite[] {
  const writes = Object.entries(values).map(([name, value]): PlannedWrite => {
    const ability = abilities.find((one) => 'property' in one && one.name === name);
    if (!ability || !('property' in ability) || !ability.write) {
      throw new Rejected(`The device has no property ${name} that can be written.`, {
        cause: 'no_such_command',
      });
    }
    return { ability: { ...ability, write: ability.write }, value };
  });
  requireCompatible(writes);
  return writes.sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ ability, value }: PlannedWrite): number {
  const { base } = splitName(ability.name);
  if (base !== 'on' && base !== 'mode') return 1;
  return value === false || value === 'off' ? 2 : 0;
}

/** Refuses values of which one switches off what another switches on, or of which only one can hold. */
function requireCompatible(writes: readonly PlannedWrite[]): void {
  const seen = new Map<string, { name: string; base: string; isOn: boolean }[]>();
  for (const { ability, value } of writes) {
    const { capability, name } = ability;
    if (capability !== 'light' && capability !== 'fan') continue;
    const { base, number } = splitName(name);
    if (base !== 'on' && !switchingOn.has(base)) continue;
    const device = `${capability} ${number}`;
    const others = seen.get(device) ?? [];
    const isOn = value !== false && value !== 0;
    const excluded = others.find((one) => one.isOn !== isOn || areColors(one.base, base));
    if (excluded) throw new Rejected(`${excluded.name} and ${name} exclude each other.`);
    seen.set(device, [...others, { name, base, isOn }]);
  }
}

const areColors = (...bases: [string, string]): boolean =>
  bases.every((base) => colorProperties.has(base));

/** Merges the commands of writes where the technology can carry out several in one request. */
export function mergeWrites(
  writes: readonly Write[],
  merge: ((first: unknown, second: unknown) => unknown) | undefined,
): Write[] {
  if (!merge) return [...writes];
  const merged: Write[] = [];
  for (const write of writes) {
    let isMerged = false;
    for (const [index, { names, command }] of merged.entries()) {
      const both = merge(command, write.command);
      if (both === undefined) continue;
      merged[index] = { names: [...names, ...write.names], command: both };
      isMerged = true;
      break;
    }
    if (!isMerged) merged.push(write);
  }
  return merged;
}
