import {
  action,
  booleanProperty,
  property,
  textProperty,
  timeProperty,
} from '@trellis/connector-sdk';
import { numberOf, type Domain } from './domain.js';

/** `CalendarEntityFeature.CREATE_EVENT`. */
const createFeature = 1;

const text = (title: string, maxLength: number) =>
  ({ type: 'string', title, minLength: 1, maxLength }) as const;

/** Returns the affordance of a time in the local time of Home Assistant, without an offset. */
const localTime = (title: string) => ({
  type: 'string' as const,
  title,
  description: 'In the local time of Home Assistant: `2026-11-20 18:00:00`.',
});

const creation = {
  type: 'object' as const,
  properties: {
    summary: text('Summary', 256),
    description: text('Description', 4096),
    location: text('Location', 256),
    start: localTime('Start'),
    end: localTime('End'),
  },
  required: ['summary', 'start', 'end'],
};

type CreatedEvent = Record<'summary' | 'start' | 'end', string> & Record<string, string>;

/** The current or the next event of a calendar (developers.home-assistant.io, "Calendar entity"). */
export const calendar: Domain = (entity) => {
  const { reachable } = entity;
  return [
    booleanProperty('active', 'Event under way', entity.isOn),
    textProperty('message', 'Event', reachable.text('message')),
    property('start_time', localTime('Start'), { value: reachable.text('start_time') }),
    property('end_time', localTime('End'), { value: reachable.text('end_time') }),
    booleanProperty('all_day', 'All day', reachable.boolean('all_day')),
    textProperty('location', 'Location', reachable.text('location')),
    entity.supports(createFeature) &&
      action(
        'create_event',
        { title: 'Create an event', input: creation },
        ({ start: start_date_time, end: end_date_time, ...event }: CreatedEvent) =>
          entity.call('create_event', { ...event, start_date_time, end_date_time }),
      ),
  ];
};

const item = {
  type: 'object' as const,
  properties: { item: text('Item', 256) },
  required: ['item'],
};

/** The operations of a to-do list, with their bits of `TodoListEntityFeature`. */
const listOperations = [
  { name: 'add_item', title: 'Add an item', service: 'add_item', bit: 1 },
  {
    name: 'complete_item',
    title: 'Complete an item',
    service: 'update_item',
    bit: 4,
    more: { status: 'completed' },
  },
  { name: 'remove_item', title: 'Remove an item', service: 'remove_item', bit: 2 },
];

/** A to-do list; its state is the number of open items (developers.home-assistant.io, "To-do list entity"). */
export const todo: Domain = (entity) => [
  property(
    'open_items',
    { type: 'integer', title: 'Open items', minimum: 0 },
    { value: numberOf(entity.state) },
  ),
  ...listOperations
    .filter(({ bit }) => entity.supports(bit))
    .map(({ name, title, service, more }) =>
      action(name, { title, input: item }, ({ item: named }: { item: string }) =>
        entity.call(service, { item: named, ...more }),
      ),
    ),
];

/** `NotifyEntityFeature.TITLE`. */
const titleFeature = 1;

/** A recipient of messages; the state is the time of the last one (developers.home-assistant.io, "Notify entity"). */
export const notify: Domain = (entity) => {
  const message = { message: text('Message', 4096) };
  const properties = entity.supports(titleFeature)
    ? { ...message, title: text('Title', 256) }
    : message;
  return [
    timeProperty('last_sent', 'Time of the last message', entity.stateTime),
    action(
      'send_message',
      { title: 'Send a message', input: { type: 'object', properties, required: ['message'] } },
      (input: Record<string, unknown>) => entity.call('send_message', input),
    ),
  ];
};
