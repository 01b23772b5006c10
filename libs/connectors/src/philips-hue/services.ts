import type { Ability } from '@trellis/connector-sdk';
import { lightAbilities } from './light.js';
import type { Resource, Update } from './resource.js';
import { sensorAbilities } from './sensors.js';

/** The types of services that show or do something. */
const abilitiesByType = new Map<string, (service: Resource) => Ability<Update>[]>([
  ['light', lightAbilities],
  ['grouped_light', lightAbilities],
  ...Object.entries(sensorAbilities),
]);

export const isAbilityService = (type: string): boolean => abilitiesByType.has(type);

/** The abilities that a service gives its device; none when its type is not known. */
export const abilitiesOf = (service: Resource): Ability<Update>[] =>
  abilitiesByType.get(service.type)?.(service) ?? [];
