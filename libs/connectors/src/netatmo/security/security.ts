import {
  type Device,
  type Ability,
  booleanProperty,
  event,
  type EventAbility,
  sensor,
} from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import type { Home } from '../homes.js';
import { indexById, nameOr, parseEach, id, maybe } from '../lenient.js';
import { z } from 'zod';
import { batteryAbilities } from '../measures.js';

export function securityDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, securityStatus));
  return home.modules.flatMap(({ id, type, name }) => {
    const kind = securityKindOf(type);
    if (!kind) return [];
    const known = statuses.get(id);
    return [
      {
        id,
        title: `${nameOr(kind.name, name)} (${home.name})`,
        description: kind.name,
        abilities: kind.toAbilities(known ?? {}),
        available: known?.reachable ?? known !== undefined,
        handle: home.id,
      },
    ];
  });
}

export const isWatched = ({ modules }: Home): boolean =>
  modules.some(({ type }) => securityKindOf(type) !== undefined);

/** A camera, a door tag or a siren in the body of `GET /homestatus` (dev.netatmo.com, "Security"). */
const securityStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  /** Of a camera or a siren: `on` or `off`. */
  monitoring: maybe(z.string()),
  /** Of a door tag: `open`, `closed`, or unknown. */
  status: maybe(z.string()),
  battery_state: maybe(z.string()),
});
type SecurityStatus = z.infer<typeof securityStatus>;

interface SecurityKind {
  name: string;
  toAbilities(status: Partial<SecurityStatus>): Ability<Command>[];
}

/** The data of a camera's events, without the addresses of pictures: anybody who has one can see the home. */
const seen = {
  type: 'object',
  properties: {
    message: { type: 'string', title: 'What Netatmo tells the user' },
    persons: {
      type: 'array',
      title: 'Who was seen',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, known: { type: 'boolean' } },
      },
    },
  },
} as const;

/** Returns events by Netatmo's names (`event_type`), with titles. */
const eventsOf = (titles: Record<string, string>): EventAbility[] =>
  Object.entries(titles).map(([name, title]) => event(name, { title, data: seen }));

const outdoors = { human: 'Person seen', animal: 'Animal seen', vehicle: 'Vehicle seen' };

const monitoringProperty = ({ monitoring }: Partial<SecurityStatus>) =>
  booleanProperty(
    'monitoring',
    'Monitoring',
    monitoring === undefined ? undefined : monitoring === 'on',
  );

const camera =
  (titles: Record<string, string>): SecurityKind['toAbilities'] =>
  (status) => [monitoringProperty(status), ...eventsOf(titles)];

const positions = new Map([
  ['open', true],
  ['closed', false],
]);

const indoorCamera = camera({
  person: 'Person seen',
  person_away: 'Person left',
  movement: 'Movement seen',
  animal: 'Animal seen',
  alarm_started: 'Alarm heard',
});

const kinds = new Map<string, SecurityKind>([
  ['NACamera', { name: 'Indoor camera', toAbilities: indoorCamera }],
  ['NPC', { name: 'Indoor camera', toAbilities: indoorCamera }],
  ['NOC', { name: 'Outdoor camera', toAbilities: camera(outdoors) }],
  [
    'NDB',
    {
      name: 'Doorbell',
      toAbilities: camera({
        incoming_call: 'Somebody rings',
        accepted_call: 'Somebody was answered',
        missed_call: 'Nobody answered',
        ...outdoors,
      }),
    },
  ],
  [
    'NIS',
    {
      name: 'Siren',
      toAbilities: (status) => [
        monitoringProperty(status),
        ...batteryAbilities(status.battery_state),
      ],
    },
  ],
  [
    'NACamDoorTag',
    {
      name: 'Door tag',
      toAbilities: ({ status, battery_state }) => [
        sensor.open({ value: positions.get(status ?? '') }),
        ...batteryAbilities(battery_state),
        ...eventsOf({
          tag_open: 'Was left open',
          tag_big_move: 'Strong movement',
          tag_small_move: 'Slight movement',
          tag_uninstalled: 'Was taken off',
        }),
      ],
    },
  ],
]);

export const securityKindOf = (type: string): SecurityKind | undefined => kinds.get(type);

export const securityEvents: ReadonlySet<string> = new Set(
  [...kinds.values()].flatMap(({ toAbilities }) =>
    toAbilities({}).flatMap((ability) => ('event' in ability ? [ability.name] : [])),
  ),
);
