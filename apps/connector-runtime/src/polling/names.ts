import { groupBy, parseKey, type AbilityKeys, type Entity } from '@trellis/connector-sdk';

/** The names of the abilities of a device by their keys, oldest first: those that it has, and some that are gone. */
export type Names = Record<string, string>;

/** The most remembered names of abilities that a device does not have any more. */
const maxAbsent = 250;

interface Named<Found> {
  entity: Found;
  /** The names to store; the given object if there is nothing new. Null when it has no ability with a key. */
  names: Names | null;
}

/**
 * Gives the abilities of an entity the names that they were given first. New ones get the names that they have now,
 * unless another ability has or had these: then the next free number. With nothing remembered, such as of a new
 * device, all names are as they are.
 */
export function rememberNames<Found extends Entity>(
  found: Found,
  names: Names | null,
): Named<Found | Entity> {
  const { keys: abilities } = found;
  if (!abilities || (names && hasNames(abilities, names))) return { entity: found, names };
  const given = names ? nameAbilities(found, abilities, names) : undefined;
  const nameOf = (ability: AbilityKeys) => given?.get(ability) ?? ability.name;
  const isRenamed = abilities.some((ability) => nameOf(ability) !== ability.name);
  return {
    entity: isRenamed ? rename(found, abilities, nameOf) : found,
    names: withNames(names ?? {}, abilities, nameOf),
  };
}

const hasNames = (abilities: AbilityKeys[], names: Names): boolean =>
  abilities.every(({ name, keys }) => keys.every((key) => names[key] === name));

/** The names of the abilities of a device, and those that no other ability of its kind can get. */
interface Naming {
  given: Map<AbilityKeys, string>;
  /** Kinds and names. */
  taken: Set<string>;
}

/** Returns the names of the abilities: first those that are remembered, then the new ones. */
function nameAbilities(found: Entity, abilities: AbilityKeys[], names: Names) {
  const naming: Naming = { given: new Map(), taken: namesWithoutKeys(found, abilities) };
  const added = giveRemembered(naming, abilities, names);
  for (const [key, name] of Object.entries(names)) naming.taken.add(takenName(parseKey(key), name));
  const groups = [...groupBy(added, groupOf).values()];
  for (const group of giveOwn(naming, groups)) giveNumber(naming, group);
  return naming.given;
}

/** Gives each remembered name to one ability; returns the abilities that remain without a name. */
function giveRemembered(naming: Naming, abilities: AbilityKeys[], names: Names): AbilityKeys[] {
  return abilities.filter((ability) => {
    const name = firstName(names, ability.keys);
    return name === undefined || !give(naming, [ability], () => name);
  });
}

/** Gives groups the number of their siblings, or else the names that they have now; returns the groups that get neither. */
function giveOwn(naming: Naming, groups: AbilityKeys[][]): AbilityKeys[][] {
  const siblings = new Map(
    [...naming.given].map(([one, name]) => [groupOf(one), suffixOf(one, name)]),
  );
  return groups.filter((group) => {
    const suffix = siblings.get(groupOf(group[0]!));
    const isGiven = suffix !== undefined && give(naming, group, (one) => `${stemOf(one)}${suffix}`);
    return !isGiven && !give(naming, group, ({ name }) => name);
  });
}

/** Gives a group the next free number. */
function giveNumber(naming: Naming, group: AbilityKeys[]): void {
  let number = 2;
  while (!give(naming, group, (one) => `${stemOf(one)}_${number}`)) number += 1;
}

/** Gives the abilities of a group names if all of these are free; returns whether they are. */
function give(
  { given, taken }: Naming,
  group: AbilityKeys[],
  nameOf: (ability: AbilityKeys) => string,
): boolean {
  if (group.some((one) => taken.has(takenName(one, nameOf(one))))) return false;
  for (const ability of group) {
    given.set(ability, nameOf(ability));
    taken.add(takenName(ability, nameOf(ability)));
  }
  return true;
}

const takenName = ({ kind }: { kind: string }, name: string): string => `${kind} ${name}`;

/** Returns the names that an entity has for abilities that are not remembered. */
function namesWithoutKeys({ properties, actions, events }: Entity, abilities: AbilityKeys[]) {
  const all = [
    ...Object.keys(properties).map((name) => `property ${name}`),
    ...Object.keys(actions).map((name) => `action ${name}`),
    ...Object.keys(events).map((name) => `event ${name}`),
  ];
  const withKeys = new Set(abilities.map(({ kind, name }) => `${kind} ${name}`));
  return new Set(all.filter((name) => !withKeys.has(name)));
}

/** Abilities of one part with the same capability have the same number, such as `on_2` and `brightness_2`. */
function groupOf({ kind, keys, capability }: AbilityKeys): string {
  const { part, name } = parseKey(keys[0]!);
  return `${part} ${capability ?? `${kind} ${name}`}`;
}

/** Returns a name without its number. */
function stemOf(ability: AbilityKeys): string {
  const { name } = parseKey(ability.keys[0]!);
  return name !== '' && suffixOf(ability, ability.name) !== undefined ? name : ability.name;
}

/** Returns the suffix of a name, such as `_2` or an empty text; undefined for an unrelated name. */
function suffixOf({ keys }: AbilityKeys, name: string): string | undefined {
  const plain = parseKey(keys[0]!).name;
  const rest = name.startsWith(plain) ? name.slice(plain.length) : undefined;
  return rest !== undefined && /^(_\d+)?$/.test(rest) ? rest : undefined;
}

function withNames(
  names: Names,
  abilities: AbilityKeys[],
  nameOf: (ability: AbilityKeys) => string,
): Names {
  const present = new Map(
    abilities.flatMap((ability) => ability.keys.map((key) => [key, nameOf(ability)] as const)),
  );
  if ([...present].every(([key, name]) => names[key] === name)) return names;
  const absent = Object.keys(names).filter((key) => !present.has(key));
  const forgotten = new Set(absent.slice(0, Math.max(0, absent.length - maxAbsent)));
  const retained = Object.entries(names).filter(([key]) => !forgotten.has(key));
  return Object.fromEntries([...retained, ...present]);
}

/** Renames the abilities of an entity; drops what it says of abilities that it does not have. */
function rename(
  { check: _check, ...entity }: Entity & { check?: unknown },
  abilities: AbilityKeys[],
  nameOf: (ability: AbilityKeys) => string,
): Entity {
  const renamed = new Map(abilities.map((one) => [`${one.kind} ${one.name}`, nameOf(one)]));
  const nameNow = (kind: string, name: string) => renamed.get(`${kind} ${name}`) ?? name;
  const members = <Member>(kind: string, given: Record<string, Member>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, member]) => [nameNow(kind, name), member]),
    );
  const { properties, actions, events, values, forgotten } = entity;
  return Object.assign({}, entity, {
    properties: members('property', properties),
    actions: members('action', actions),
    events: members('event', events),
    values: members('property', values),
    keys: abilities.map((one) => Object.assign({}, one, { name: nameOf(one) })),
    ...(forgotten && {
      forgotten: forgotten
        .filter((name) => Object.hasOwn(properties, name))
        .map((name) => nameNow('property', name)),
    }),
  });
}

/** Returns the keys of properties or actions by their names; undefined when no names are remembered. */
export function keysNamed(
  names: Names | null,
  kind: AbilityKeys['kind'],
  named: string[],
): Record<string, string[]> | undefined {
  if (!names) return undefined;
  const keys = Object.keys(names).filter((key) => parseKey(key).kind === kind);
  return Object.fromEntries(named.map((name) => [name, keys.filter((key) => names[key] === name)]));
}

/** Returns the name that an ability was given first, or else its present one. */
export const rememberedName = (
  names: Names | null | undefined,
  { name, keys = [] }: { name: string; keys?: string[] | undefined },
): string => (names && firstName(names, keys)) ?? name;

const firstName = (names: Names, keys: string[]): string | undefined =>
  keys.map((key) => names[key]).find((name) => name !== undefined);
