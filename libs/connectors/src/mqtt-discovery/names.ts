import {
  slug,
  splitName,
  standardNames,
  affordanceOf,
  oneLine,
  withTitle,
} from '@trellis/connector-sdk';
import { digest, type ComponentGroup } from './grouping.js';
import {
  type Component,
  afterComponent,
  isUnnamed,
  type ComponentAbility,
  type ComponentPart,
} from './component-kind.js';

/** The most rounds of resolving collisions: a longer name can collide with another one. */
const maxRounds = 8;

/**
 * Names abilities that no capability defines, at most one of a component, after their components. A name depends only
 * on its component, so that it stays when others come or go: it is the key, without a prefixed identifier of the
 * device. Where two would be equal, or one would be a name of the vocabulary, the kind is prefixed (`sensor_battery`,
 * `number_battery`), and if necessary a digest of the component's id appended.
 */
export function nameAfterComponents(
  components: Component[],
  identifiers: string[],
): Map<Component, string> {
  const candidates = new Map(components.map((one) => [one, candidatesFor(one, identifiers)]));
  const levels = new Map(components.map((one) => [one, 0]));
  const nameOf = (one: Component) => candidates.get(one)?.[levels.get(one) ?? 0] ?? '';
  for (let round = 0; round < maxRounds; round += 1) {
    const colliding = collisions(components, nameOf).filter((one) => (levels.get(one) ?? 0) < 2);
    if (colliding.length === 0) break;
    for (const one of colliding) levels.set(one, (levels.get(one) ?? 0) + 1);
  }
  return new Map(components.map((one) => [one, nameOf(one)]));
}

function candidatesFor({ kind, key, id }: Component, identifiers: string[]): string[] {
  const short = shortName({ kind, key }, identifiers);
  const withKind = `${slug(kind)}_${short}`;
  return [short, withKind, `${withKind}_${digest(id, 8)}`];
}

function collisions(components: Component[], nameOf: (one: Component) => string): Component[] {
  const shared = repeated(components.map(nameOf));
  return components.filter((one) => shared.has(nameOf(one)) || isReserved(nameOf(one)));
}

function repeated(texts: string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.size === seen.add(text).size));
}

const reserved = new Set([...standardNames.properties, ...standardNames.actions, 'identify']);

/** Returns whether only a capability may have this name, which may be numbered. */
const isReserved = (name: string): boolean => reserved.has(splitName(name).base);

/** Returns the words of the key of a component, without the device. */
export const labelOf = (component: Component, identifiers: string[]): string =>
  shortName(component, identifiers).replaceAll('_', ' ');

/** Returns a title from the key of a component without a name. */
function titleOfKey(component: Component, identifiers: string[]): string {
  const words = labelOf(component, identifiers);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shortName({ kind, key }: Pick<Component, 'kind' | 'key'>, identifiers: string[]): string {
  // Words begin with capitals in `childLock`, but not in `DHT11` or `SHT3X`.
  const words = withoutIdentifier(key, identifiers)
    .replace(/([\p{Ll}\d])(?=\p{Lu}\p{Ll})/gu, '$1_')
    .toLowerCase();
  return slug(words) || slug(kind);
}

/** Removes the device from a key such as `AABBCC_Temperature` of Tasmota. */
function withoutIdentifier(key: string, identifiers: string[]): string {
  const prefix = identifiers
    .filter((text) => text !== '' && key.toLowerCase().startsWith(text.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];
  const rest = key.slice(prefix?.length ?? 0);
  return /^[\W_]/.test(rest) ? rest : key;
}

export function describeDevice({ id, components }: ComponentGroup) {
  const devices = components.flatMap(({ settings }) => settings.object('device') ?? []);
  const find = (option: string) => devices.map((device) => device.text(option)).find(Boolean);
  const ownName = components.length === 1 ? components[0]?.settings.text('name') : undefined;
  const description = [find('manufacturer'), find('model')].filter(Boolean).join(' ');
  return {
    title: oneLine(find('name') ?? ownName) ?? oneLine(id.replace(/^\w+:/, '')) ?? 'Device',
    description: oneLine(description),
  };
}

/** Prefixes titles with those of components ("Left: On"); with keys only where they must be distinguished. */
export function withTitles(
  parts: ComponentPart[],
  device: { title: string; identifiers: string[] },
): ComponentPart[] {
  const shared = repeated(parts.flatMap(({ abilities }) => abilities.map(({ name }) => name)));
  return parts.map(({ component, abilities }) => {
    const ownTitle = oneLine(component.settings.text('name'));
    const keyTitle = () => titleOfKey(component, device.identifiers);
    const isShared = abilities.some((ability) => !isUnnamed(ability) && shared.has(ability.name));
    const prefix = ownTitle === device.title ? undefined : ownTitle;
    return {
      component,
      abilities: abilities.map((ability) =>
        ability.name === afterComponent
          ? withTitle(ability, ownTitle ?? keyTitle())
          : prefixed(ability, prefix ?? (isShared || isUnnamed(ability) ? keyTitle() : undefined)),
      ),
    };
  });
}

/** Prefixes a title. A sensor only has the title of its component: "Cellar", not "Cellar: Temperature". */
function prefixed(ability: ComponentAbility, prefix: string | undefined): ComponentAbility {
  const { title } = affordanceOf(ability);
  if (prefix === undefined || prefix === title) return ability;
  const isSensor = ability.name === ability.capability;
  return withTitle(ability, title === undefined || isSensor ? prefix : `${prefix}: ${title}`);
}
