import { action, booleanProperty, property, Rejected } from '@trellis/connector-sdk';
import {
  numberOf,
  ownSelection,
  timeOf,
  valueName,
  type Domain,
  type EntityState,
} from './domain.js';

/** A button in Home Assistant (`button`, `input_button`). */
export const button: Domain = (entity) => [
  action('press', { title: 'Press' }, () => entity.call('press')),
];

export const scene: Domain = (entity) => [
  action('activate', { title: 'Activate' }, () => entity.call('turn_on')),
];

export const script: Domain = (entity) => [
  booleanProperty('running', 'Running', entity.isOn),
  action('run', { title: 'Run' }, () => entity.call('turn_on')),
  action('stop', { title: 'Stop' }, () => entity.call('turn_off')),
];

export const number: Domain = (entity) => {
  const range = { unit: entity.text('unit_of_measurement'), ...entity.range('min', 'max', 'step') };
  const write = entity.setter<number>('set_value', 'value');
  return [
    property(
      valueName,
      { type: 'number', title: 'Value', ...range },
      { value: numberOf(entity.state), write },
    ),
  ];
};

export const select: Domain = (entity) => [
  entity.selection(ownSelection(valueName, 'Choice'), {
    from: entity.attributes.options,
    current: entity.state,
    service: 'select_option',
    member: 'option',
  }),
];

/** The longest state of Home Assistant. */
const maxStateLength = 255;

/** A text that can be set (`text`, `input_text`). A password is never read. */
export const text: Domain = (entity) => {
  const { minimum = 0, maximum = maxStateLength } = entity.range('min', 'max');
  const affordance = {
    type: 'string' as const,
    title: 'Text',
    minLength: Math.max(Math.floor(minimum), 0),
    maxLength: Math.min(Math.max(Math.floor(maximum), 0), maxStateLength),
  };
  const value = entity.attributes.mode === 'password' ? undefined : entity.stateText;
  const write = entity.setter<string>('set_value', 'value');
  return [property(valueName, affordance, { value, write })];
};

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
  title: string;
  format?: string;
  description?: string;
  isValid: (text: string) => boolean;
}

const kinds = {
  date: { title: 'Date', format: 'date', isValid: isDate },
  // Not the format `time`, which needs an offset (RFC 3339).
  time: {
    title: 'Time',
    description: 'In the local time of Home Assistant: `18:00:00`.',
    isValid: isTime,
  },
  datetime: {
    title: 'Time',
    format: 'date-time',
    isValid: (text) => timeOf(text) !== undefined,
  },
  localDatetime: {
    title: 'Time',
    description: 'In the local time of Home Assistant: `2026-11-20 18:00:00`.',
    isValid: isLocal,
  },
} satisfies Record<string, Kind>;

function settable(entity: EntityState, kind: Kind, service: string, member: string) {
  const { isValid, ...affordance } = kind;
  const text = entity.stateText;
  return property(
    valueName,
    { type: 'string', ...affordance },
    {
      value: text !== undefined && isValid(text) ? text : undefined,
      write: (value: string) => {
        if (!isValid(value)) throw new Rejected('This is not such a date or time.');
        return entity.call(service, { [member]: value });
      },
    },
  );
}

/** developers.home-assistant.io, "Date entity", "Time entity" and "Date/time entity". */
export const date: Domain = (entity) => [settable(entity, kinds.date, 'set_value', 'date')];
export const time: Domain = (entity) => [settable(entity, kinds.time, 'set_value', 'time')];
export const datetime: Domain = (entity) => [
  settable(entity, kinds.datetime, 'set_value', 'datetime'),
];

/** A date, a time, or both, as its user has set it up (home-assistant.io/integrations/input_datetime). */
export const inputDatetime: Domain = (entity) => {
  const { has_date: hasDate, has_time: hasTime } = entity.attributes;
  const set = (kind: Kind, member: string) => settable(entity, kind, 'set_datetime', member);
  if (hasDate === true && hasTime === true) return [set(kinds.localDatetime, 'datetime')];
  return [hasDate === true && set(kinds.date, 'date'), hasTime === true && set(kinds.time, 'time')];
};
