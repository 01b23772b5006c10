import { roleOfCategory, type AffordanceRole } from '@trellis/connector-sdk';
import type { Component } from './component-kind.js';

/** The kinds and device classes whose role is known, whatever their category. */
const byKind = new Map<string, AffordanceRole>([
  ['update', 'diagnostic'],
  ['button identify', 'configuration'],
  ['button restart', 'configuration'],
  ['button update', 'configuration'],
]);

/** The kinds that are only read. */
const readOnlyKinds = new Set(['sensor', 'binary_sensor', 'device_tracker', 'event']);

/** Returns the role that a component states, or that its kind has. What is disabled by default is not primary. */
export function roleOfComponent({ kind, settings }: Component): AffordanceRole {
  const known = byKind.get(kind) ?? byKind.get(`${kind} ${settings.text('device_class')}`);
  const role = known ?? roleOfCategory(settings.text('entity_category'));
  if (role) return role;
  if (settings.raw('enabled_by_default') !== false) return 'primary';
  return readOnlyKinds.has(kind) ? 'diagnostic' : 'configuration';
}
