import { affordanceOf, oneLine, withTitle } from '@trellis/connector-sdk';
import { isUnnamed, type ComponentAbility, type ComponentPart } from './component-kind.js';
import type { ComponentGroup } from './grouping.js';
import { repeated, titleOfKey } from './names.js';

/** Returns the title of a device, and its manufacturer and model as the description. */
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
        isUnnamed(ability)
          ? withTitle(ability, ownTitle ?? keyTitle())
          : prefixed(ability, prefix ?? (isShared ? keyTitle() : undefined)),
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
