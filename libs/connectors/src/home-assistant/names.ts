import { oneLine } from '@trellis/connector-sdk';
import type { Shown } from './shown.js';
import { slug } from './text.js';

/**
 * What an entity is called within its device by the integration that made it: the same when users give
 * it another name. Empty for what the device is all about, and for what has no device.
 */
export function partOf({ registered, device }: Shown): string {
  if (!device) return '';
  const [own, whole] = [slug(registered?.original_name), slug(device.name)];
  // Older integrations repeat the name of the device.
  if (own === whole) return '';
  return whole !== '' && own.startsWith(`${whole}_`) ? own.slice(whole.length + 1) : own;
}

/** What people call it: as they have named it, or the integration. */
export function labelOf({ registered, device, state }: Shown): string | undefined {
  const given = device ? registered?.name : (registered?.name ?? state.attributes.friendly_name);
  if (oneLine(given) !== undefined || !device) return oneLine(given, 100);
  const [original, whole] = [oneLine(registered?.original_name, 100), oneLine(device.name, 100)];
  if (original === undefined || whole === undefined) return original;
  if (original.toLowerCase() === whole.toLowerCase()) return undefined;
  const repeats = original.toLowerCase().startsWith(`${whole.toLowerCase()} `);
  return repeats ? original.slice(whole.length).trim() : original;
}

/** What an ability would like to be called, if nothing else of its thing does. */
export function wantedName(shown: Shown, name: string | undefined): string {
  const kind = slug(shown.state.attributes.device_class);
  return [partOf(shown), name].filter(Boolean).join('_') || kind || 'value';
}

/** What it is called otherwise: nothing else is called like its entity. */
export const fullName = ({ state }: Shown, name: string | undefined): string =>
  [state.entity_id.replace('.', '_'), name].filter(Boolean).join('_');

/** What people read: of an entity in a device its label first. */
export function titleOf(shown: Shown, name: string | undefined, title: string): string {
  const label = labelOf(shown);
  const kind = oneLine(shown.state.attributes.device_class, 100)?.replaceAll('_', ' ');
  if (name === undefined) return label ?? (kind && sentence(kind)) ?? title;
  return shown.device && label !== undefined ? `${label}: ${title}` : title;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
