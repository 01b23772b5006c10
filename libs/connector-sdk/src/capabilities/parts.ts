import { affordanceOf, inRole, kindOf, withTitle, type Ability } from '../device.js';
import { groupBy } from '../json.js';
import { withUniqueKeys } from './keys.js';

/** A part that could be a device by itself, such as one of two lamps. */
export interface Part<Command = unknown> {
  abilities: Ability<Command>[];
  /** The number that is printed on the device, where it has one. */
  number?: number | undefined;
  /**
   * Returns its own name, which tells abilities with the same title apart: "Open (left)". By default, they are numbered.
   */
  label?: (() => string | undefined) | undefined;
}

/** The abilities of a part that have the same number: those of a capability. */
interface Group<Command> {
  number: number | undefined;
  label: Part['label'];
  abilities: Ability<Command>[];
}

const namespaced = <Command>(ability: Ability<Command>): string =>
  `${kindOf(ability)} ${ability.name}`;

/**
 * Combines the abilities of the parts of a device. A unique name stays plain. Where several parts have the same
 * capability or the same name, the abilities are numbered in the order of the parts, from 1: `on_1`, `brightness_1`,
 * `on_2`, `brightness_2`. Numbers that are printed on the device take precedence. Titles become distinct, too.
 */
export function combineParts<Command>(parts: Part<Command>[]): Ability<Command>[] {
  const groups = withBatteryVoltage(parts).flatMap(toGroups);
  const taken = new Set(groups.flatMap(({ abilities }) => abilities.map(namespaced)));
  const isFree = (group: Group<Command>, number: number) =>
    group.abilities.every((ability) => !taken.has(`${namespaced(ability)}_${number}`));
  const suffixes = new Map<Group<Command>, string>();
  for (const alike of sharingNames(groups)) {
    if (alike.length === 1) continue;
    for (const [group, number] of numbered(alike, isFree)) suffixes.set(group, `_${number}`);
  }
  return withUniqueKeys(
    withDistinctTitles(groups).flatMap((group, index) =>
      group.abilities.map((ability) =>
        Object.assign({}, ability, {
          name: `${ability.name}${suffixes.get(groups[index]!) ?? ''}`,
        }),
      ),
    ),
  );
}

const titleOf = (ability: Ability): string =>
  `${kindOf(ability)} ${affordanceOf(ability).title ?? ''}`;

/** Appends the labels of parts to titles that several abilities have, or numbers where these are missing or equal. */
function withDistinctTitles<Command>(groups: Group<Command>[]): Group<Command>[] {
  const all = groups.flatMap(({ abilities, label }) =>
    abilities.map((ability) => ({ ability, label, title: titleOf(ability) })),
  );
  const sharing = [...groupBy(all, ({ title }) => title).values()].filter(
    ([first, ...others]) => others.length > 0 && affordanceOf(first!.ability).title !== undefined,
  );
  if (sharing.length === 0) return groups;
  const titles = new Map<Ability<Command>, string>();
  for (const alike of sharing) {
    const labels = alike.map(({ label }) => label?.());
    const isUnique = !labels.includes(undefined) && new Set(labels).size === labels.length;
    for (const [index, { ability }] of alike.entries()) {
      const label = isUnique ? labels[index] : index + 1;
      titles.set(ability, `${affordanceOf(ability).title} (${label})`);
    }
  }
  const titled = (ability: Ability<Command>) => {
    const title = titles.get(ability);
    return title === undefined ? ability : withTitle(ability, title);
  };
  return groups.map((group) =>
    Object.assign({}, group, { abilities: group.abilities.map(titled) }),
  );
}

const batteries = new Set<string | undefined>(['battery', 'battery_low']);
/** The units of what else is measured of the mains. */
const mains = new Set<unknown>(['W', 'kWh', 'A', 'VA', 'Hz']);

/** Names the voltage of a battery: the only one of a device with a battery which measures nothing else of electricity. */
function withBatteryVoltage<Command>(parts: Part<Command>[]): Part<Command>[] {
  const all = parts.flatMap(({ abilities }) => abilities);
  const hasBattery = all.some(({ capability }) => batteries.has(capability));
  const voltages = all.filter(({ capability }) => capability === 'voltage');
  const isOfMains = all.some((one) => 'property' in one && mains.has(one.property.unit));
  if (!hasBattery || voltages.length !== 1 || isOfMains) return parts;
  return parts.map(({ abilities, number, label }) => ({
    number,
    label,
    abilities: abilities.map((ability) =>
      ability.capability === 'voltage' ? inRole(ability, 'diagnostic', 'battery_voltage') : ability,
    ),
  }));
}

/** Numbers groups as printed, or from 1; skips numbers that would make a name that exists. */
function numbered<Command>(
  groups: Group<Command>[],
  isFree: (group: Group<Command>, number: number) => boolean,
): [Group<Command>, number][] {
  const printed = groups.flatMap((group): [Group<Command>, number][] =>
    group.number !== undefined && isFree(group, group.number) ? [[group, group.number]] : [],
  );
  const isUnique = new Set(printed.map(([, number]) => number)).size === groups.length;
  if (isUnique) return printed;
  let number = 0;
  return groups.map((group) => {
    do number += 1;
    while (!isFree(group, number));
    return [group, number];
  });
}

function toGroups<Command>({ abilities, number, label }: Part<Command>): Group<Command>[] {
  const groups = groupBy(abilities, (ability) => ability.capability ?? namespaced(ability));
  return [...groups.values()].map((together) => ({ number, label, abilities: together }));
}

function sharingNames<Command>(groups: Group<Command>[]): Group<Command>[][] {
  const byName = new Map<string, Group<Command>[]>();
  for (const group of groups) {
    for (const name of group.abilities.map(namespaced)) {
      const sharing = byName.get(name);
      if (sharing) sharing.push(group);
      else byName.set(name, [group]);
    }
  }
  const visited = new Set<Group<Command>>();
  const sets: Set<Group<Command>>[] = [];
  for (const start of groups) {
    if (visited.has(start)) continue;
    const connected = new Set([start]);
    // The iteration of a set includes what is added during it.
    for (const group of connected) {
      visited.add(group);
      for (const name of group.abilities.map(namespaced)) {
        for (const other of byName.get(name) ?? []) connected.add(other);
        byName.delete(name);
      }
    }
    sets.push(connected);
  }
  const position = new Map(groups.map((group, index) => [group, index]));
  return sets.map((set) =>
    [...set].sort((one, other) => position.get(one)! - position.get(other)!),
  );
}
