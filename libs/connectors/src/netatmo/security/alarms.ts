import {
  booleanProperty,
  event,
  inRole,
  sensor,
  timeProperty,
  type Ability,
} from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import { toDateTime } from '../lenient.js';
import type { SecurityKind, SecurityStatus } from './kind.js';

/** The states that events of alarms tell, in the order of their `sub_type` (dev.netatmo.com, "Webhooks"). */
export const alarmStates: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    smoke: ['cleared', 'detected'],
    co_detected: ['cleared', 'pre_alarm', 'alarm'],
    tampered: ['ready', 'tampered'],
    detection_chamber_status: ['clean', 'dusty'],
    sound_test: ['passed', 'failed'],
    battery_status: ['low', 'very_low'],
    wifi_status: ['failed', 'connected'],
  }),
);

/** Returns events by Netatmo's names (`event_type`), with titles. */
const eventsOf = (titles: Record<string, string>): Ability<Command>[] =>
  Object.entries(titles).map(([name, title]) =>
    event(name, {
      title,
      data: {
        type: 'object',
        properties: {
          message: { type: 'string', title: 'What Netatmo tells the user' },
          state: { type: 'string', enum: [...alarmStates.get(name)!] },
        },
      },
    }),
  );

const common = {
  sound_test: 'Sound tested',
  battery_status: 'Battery low',
  wifi_status: 'Wi-Fi',
};

/** Returns the abilities of both: `homestatus` says little of alarms, and not everything of each. */
const always = ({ last_seen, battery_percent: percent }: Partial<SecurityStatus>) => [
  inRole(timeProperty('last_seen', 'Last seen', toDateTime(last_seen)), 'diagnostic'),
  ...(percent === undefined ? [] : [sensor.battery({ value: percent })]),
];

export const smokeAlarm: SecurityKind = {
  name: 'Smoke alarm',
  isAlarm: true,
  toAbilities: (status) => [
    ...(status.smoke_detected === undefined
      ? []
      : [sensor.smoke({ value: status.smoke_detected })]),
    ...(status.status_tampered === undefined
      ? []
      : [inRole(booleanProperty('tampered', 'Tampered', status.status_tampered), 'diagnostic')]),
    ...always(status),
    ...eventsOf({
      smoke: 'Smoke',
      tampered: 'Taken off',
      detection_chamber_status: 'Detection chamber',
      ...common,
    }),
  ],
};

export const carbonMonoxideAlarm: SecurityKind = {
  name: 'Carbon monoxide alarm',
  isAlarm: true,
  toAbilities: (status) => [
    ...always(status),
    ...eventsOf({ co_detected: 'Carbon monoxide', ...common }),
  ],
};
