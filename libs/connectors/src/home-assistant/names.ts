import {
  affordanceOf,
  oneLine,
  roleOf,
  slug,
  splitName,
  standardNames,
  type Ability,
} from '@trellis/connector-sdk';
import { valueName } from './domains/domain.js';
import type { Entity } from './entities.js';

const slugOf = (text: unknown): string => slug(oneLine(text) ?? '');

/** Returns the part of the device that an entity is, in the integration's own words: `outlet_1`; else empty. */
export function partOf({ entry, device }: Entity): string {
  if (!device) return '';
  const [part, whole] = [slugOf(entry?.original_name), slugOf(device.name)];
  // Older integrations repeat the name of the device.
  if (part === whole) return '';
  return whole !== '' && part.startsWith(`${whole}_`) ? part.slice(whole.length + 1) : part;
}

/** Returns the number at the end of a part, which is usually printed on the device: 2 of `outlet_2`. */
export function partNumber(entity: Entity): number | undefined {
  const digits = /(?:^|_)(\d{1,3})$/.exec(partOf(entity))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Returns the name of an ability that no capability defines: the part and the ability, such as `empty_the_bin_press`;
 * for a value the part alone, else its device class. A name that would look like that of a capability, such as
 * `power` for a text, gets a suffix.
 */
export function customName(entity: Entity, ability: Ability): string {
  const { name } = ability;
  const part = partOf(entity);
  const own = name === valueName ? '' : name;
  const derived =
    [part, own].filter(Boolean).join('_') || slugOf(entity.state.attributes.device_class);
  // A setting or a diagnostic value never has the plain name of what is primary.
  if (derived === own && roleOf(ability) === 'primary') return own || valueName;
  if (derived === '') return valueName;
  const isStandard = standardNames.properties.has(splitName(derived).base);
  return isStandard ? `${derived}_${valueName}` : derived;
}

/** Returns a name that is unique in the Home Assistant, for abilities that would have the same name otherwise. */
export const uniqueName = ({ state }: Entity, { name }: Ability): string =>
  [state.entity_id.replace('.', '_'), name === valueName ? '' : name].filter(Boolean).join('_');

/** Returns the words of an entity's id without its device: `left` of `binary_sensor.cupboard_left`. */
export function ownLabel({ state, device }: Entity): string | undefined {
  const own = state.entity_id.slice(state.entity_id.indexOf('.') + 1);
  const whole = slugOf(device?.name_by_user ?? device?.name);
  const rest = whole !== '' && own.startsWith(`${whole}_`) ? own.slice(whole.length + 1) : own;
  return oneLine(rest.replaceAll('_', ' '), 100);
}

/** Returns the users' name of an entity, without the name of its device. */
function labelOf({ entry, device, state }: Entity): string | undefined {
  const chosen = oneLine(
    device ? entry?.name : (entry?.name ?? state.attributes.friendly_name),
    100,
  );
  if (chosen !== undefined || !device) return chosen;
  const [part, whole] = [oneLine(entry?.original_name, 100), oneLine(device.name, 100)];
  if (part === undefined || whole === undefined) return part;
  if (part.toLowerCase() === whole.toLowerCase()) return undefined;
  const isRepeated = part.toLowerCase().startsWith(`${whole.toLowerCase()} `);
  return isRepeated ? part.slice(whole.length).trim() : part;
}

/** Returns the title of an ability, prefixed with the label of its part, which is itself the title of a sole value. */
export function titleOf(entity: Entity, ability: Ability): string {
  const { title = '' } = affordanceOf(ability);
  const label = labelOf(entity);
  if (!isSoleValue(entity, ability)) {
    return entity.device && label !== undefined ? `${label}: ${title}` : title;
  }
  if (label !== undefined || ability.capability) return label ?? title;
  const kind = oneLine(entity.state.attributes.device_class, 100)?.replaceAll('_', ' ');
  return kind ? kind.charAt(0).toUpperCase() + kind.slice(1) : title;
}

/** Returns whether the ability is the only one of its entity: a sensor, a number, a text. */
const isSoleValue = ({ abilities }: Entity, { name, capability }: Ability): boolean =>
  abilities.length === 1 && (name === valueName || name === capability);
