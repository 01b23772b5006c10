import { action, booleanProperty, oneLine, property, textProperty } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isAvailable, isOn, supports, type State } from './state.js';
import { booleanOf } from './values.js';

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

interface CreatedEvent {
  summary: string;
  description?: string;
  location?: string;
  start: string;
  end: string;
}

/** The current or the next event of a calendar (developers.home-assistant.io, "Calendar entity"). */
export const calendar: Domain = (state) => [
  booleanProperty('active', 'Event under way', isOn(state)),
  textProperty('message', 'Event', given(state, 'message')),
  property('start_time', localTime('Start'), { value: given(state, 'start_time') }),
  property('end_time', localTime('End'), { value: given(state, 'end_time') }),
  booleanProperty('all_day', 'All day', allDay(state)),
  textProperty('location', 'Location', given(state, 'location')),
  ...when(
    supports(state, createFeature),
    action(
      'create_event',
      { title: 'Create an event', input: creation },
      ({ start, end, ...event }: CreatedEvent) =>
        callService(state, 'create_event', {
          ...event,
          start_date_time: start,
          end_date_time: end,
        }),
    ),
  ),
];

const given = (state: State, name: string): string | undefined =>
  isAvailable(state) ? oneLine(state.attributes[name]) : undefined;

const allDay = (state: State) =>
  isAvailable(state) ? booleanOf(state.attributes.all_day) : undefined;
