import type { Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import { lightAbilities } from './light.js';
import type { Resource, Update } from './resource.js';
import { sensorAbilities } from './sensors.js';

const abilitiesByType = new Map<string, (service: Resource) => Ability<Update>[]>([
  ['light', lightAbilities],
  ['grouped_light', lightAbilities],
  ...Object.entries(sensorAbilities),
]);

export const isAbilityService = (type: string): boolean => abilitiesByType.has(type);

export const abilitiesOf = (service: Resource): Ability<Update>[] =>
  abilitiesByType.get(service.type)?.(service) ?? [];

/** The types of services that only concern connection and setup. */
const silentTypes = new Set([
  'bridge',
  'zigbee_connectivity',
  'zgp_connectivity',
  'wifi_connectivity',
  'homekit',
  'matter',
  'zigbee_device_discovery',
  'device_software_update',
  'switch_input_configuration',
  'entertainment',
  'motion_area_candidate',
]);

const owned = z.looseObject({
  owner: z.looseObject({ rtype: z.enum(['device', 'room', 'zone', 'motion_area_configuration']) }),
});

/** Returns the types of services without abilities, because they are unknown or not as documented. */
export const leftOutServices = (resources: Resource[]): string[] =>
  resources
    .filter((one) => owned.safeParse(one).success && !silentTypes.has(one.type))
    .filter((one) => abilitiesOf(one).length === 0)
    .map(({ type }) => type);
