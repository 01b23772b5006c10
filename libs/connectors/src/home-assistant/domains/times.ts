import { property, Rejected } from '@trellis/connector-sdk';
import { callService, valueName, when, type Domain } from './domain.js';
import { stateText, type State } from './state.js';
import { timeOf } from './values.js';

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

const isDate = (text: string) => datePattern.test(text) && !Number.isNaN(Date.parse(text));
const isTime = (text: string) => timePattern.test(text);

/** Returns whether a text is a date and a time in the local time of Home Assistant. */
const isLocal = (text: string) => {
  const [day = '', time = '', ...rest] = text.split(/[ T]/);
  return rest.length === 0 && isDate(day) && isTime(time);
};

interface Kind {
  affordance: { type: 'string'; title: string; format?: string; description?: string };
  isValid: (text: string) => boolean;
}

const kinds = {
  date: { affordance: { type: 'string', title: 'Date', format: 'date' }, isValid: isDate },
  // Not the format `time`, which needs an offset (RFC 3339).
  time: {
    affordance: {
      type: 'string',
      title: 'Time',
      description: 'In the local time of Home Assistant: `18:00:00`.',
    },
    isValid: isTime,
  },
  datetime: {
    affordance: { type: 'string', title: 'Time', format: 'date-time' },
    isValid: (text) => timeOf(text) !== undefined,
  },
  localDatetime: {
    affordance: {
      type: 'string',
      title: 'Time',
      description: 'In the local time of Home Assistant: `2026-11-20 18:00:00`.',
    },
    isValid: isLocal,
  },
} satisfies Record<string, Kind>;

function settable(state: State, { affordance, isValid }: Kind, service: string, member: string) {
  const text = stateText(state);
  return property(valueName, affordance, {
    value: text !== undefined && isValid(text) ? text : undefined,
    write: (value: string) => {
      if (!isValid(value)) throw new Rejected('This is not such a date or time.');
      return callService(state, service, { [member]: value });
    },
  });
}

/** developers.home-assistant.io, "Date entity". */
export const date: Domain = (state) => [settable(state, kinds.date, 'set_value', 'date')];

/** developers.home-assistant.io, "Time entity". */
export const time: Domain = (state) => [settable(state, kinds.time, 'set_value', 'time')];

/** developers.home-assistant.io, "Date/time entity". */
export const datetime: Domain = (state) => [
  settable(state, kinds.datetime, 'set_value', 'datetime'),
];

/** A date, a time, or both, as its user has set it up (home-assistant.io/integrations/input_datetime). */
export const inputDatetime: Domain = (state) => {
  const { has_date: hasDate, has_time: hasTime } = state.attributes;
  const set = (kind: Kind, member: string) => settable(state, kind, 'set_datetime', member);
  if (hasDate === true && hasTime === true) return [set(kinds.localDatetime, 'datetime')];
  return [
    ...when(hasDate === true, set(kinds.date, 'date')),
    ...when(hasTime === true, set(kinds.time, 'time')),
  ];
};
