import {
  type Device,
  booleanProperty,
  event,
  type EventAbility,
  sensor,
} from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import type { Home } from '../homes.js';
import { indexById, nameOr, parseEach } from '../lenient.js';
import type { Client } from '../configuration.js';
import { batteryAbilities } from '../measures.js';
import { carbonMonoxideAlarm, smokeAlarm } from './alarms.js';
import { securityStatus, type SecurityKind, type SecurityStatus } from './kind.js';

/** The parts that a client reads. */
type Wanted = Pick<Client, 'security' | 'alarms'>;

export function securityDevices(
  home: Home,
  { home: status }: HomeStatus,
  wanted: Wanted,
): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, securityStatus));
  return home.modules.flatMap(({ id, type, name }) => {
    const kind = securityKindOf(type, wanted);
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

export const isWatched = ({ modules }: Home, wanted: Wanted): boolean =>
  modules.some(({ type }) => securityKindOf(type, wanted) !== undefined);

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
  ['NSD', smokeAlarm],
  ['NCO', carbonMonoxideAlarm],
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

export function securityKindOf(type: string, wanted: Wanted): SecurityKind | undefined {
  const kind = kinds.get(type);
  return (kind?.isAlarm ? wanted.alarms : wanted.security) ? kind : undefined;
}

export const securityEvents: ReadonlySet<string> = new Set(
  [...kinds.values()].flatMap(({ toAbilities }) =>
    toAbilities({}).flatMap((ability) => ('event' in ability ? [ability.name] : [])),
  ),
);
