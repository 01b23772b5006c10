import { describe, expect, test } from '@jest/globals';
import { readDescription } from '../thing.js';
import { readMessage } from './message.js';

const forms = (op: string) => [{ href: '/told', op, subprotocol: 'sse' }];
const thing = readDescription(
  {
    id: 'urn:oven',
    title: 'Oven',
    properties: {
      heat: { type: 'number', forms: [{ href: '/heat' }] },
      mode: { type: 'string', forms: [{ href: '/mode' }] },
      code: { type: 'string', writeOnly: true, forms: [{ href: '/code' }] },
    },
    events: {
      done: { forms: forms('subscribeevent') },
      burnt: { data: { type: 'string' }, forms: forms('subscribeevent') },
    },
  },
  { address: 'http://oven.example/', home: { origin: 'http://oven.example' } },
)!;

const form = {
  href: 'http://oven.example/told',
  method: 'GET' as const,
  headers: {},
  isOpen: false,
  contentType: 'application/json',
  accept: 'application/json',
};
const hear = (
  subscription: { kind: 'property' | 'event'; name?: string; accept?: string },
  text: string,
  type = 'message',
) => {
  const { accept = form.accept, ...rest } = subscription;
  return readMessage(thing, { ...rest, form: { ...form, accept } }, { type, text });
};
const valuesIn = (report: ReturnType<typeof hear>) =>
  report?.devices?.[0]?.abilities.flatMap((one) =>
    'value' in one && one.value !== undefined ? [[one.name, one.value] as const] : [],
  );

describe('a message about properties', () => {
  const heat = { kind: 'property' as const, name: 'heat' };
  const all = { kind: 'property' as const };

  test.each([
    ['a value', heat, '180.5', 'message', [['heat', 180.5]]],
    ['a value under its name', heat, '180.5', 'heat', [['heat', 180.5]]],
    [
      'a text',
      { ...all, name: 'mode', accept: 'text/plain' },
      'grill',
      'message',
      [['mode', 'grill']],
    ],
    ['one of all', all, '"grill"', 'mode', [['mode', 'grill']]],
    [
      'several',
      all,
      '{"heat":1,"mode":"grill","lid":2}',
      'message',
      [
        ['heat', 1],
        ['mode', 'grill'],
      ],
    ],
  ])('tells %s', (_what, subscription, text, type, values) => {
    const report = hear(subscription, text, type);
    expect(valuesIn(report)).toEqual(values);
    // Whatever else is known stays known.
    expect(report!.devices![0]).toMatchObject({ id: 'urn:oven', available: true, forgotten: [] });
  });

  test.each([
    ['another property', heat, '1', 'mode'],
    ['something else', heat, '{}', 'reset'],
    ['what is not JSON', heat, '{', 'message'],
    ['an infinite number', heat, '1e999', 'message'],
    ['a value that is not known', heat, 'null', 'message'],
    ['a list of values', all, '[1]', 'message'],
    ['a property that cannot be read', all, '{"code":"1"}', 'message'],
    ['a member of every object', all, '1', 'constructor'],
  ])('does not tell %s', (_what, subscription, text, type) => {
    expect(hear(subscription, text, type)).toBeUndefined();
  });
});

describe('a message about events', () => {
  const burnt = { kind: 'event' as const, name: 'burnt' };
  const all = { kind: 'event' as const };

  test.each([
    ['with what it carries', burnt, '"black"', 'message', { name: 'burnt', data: 'black' }],
    ['one of all', all, '"black"', 'burnt', { name: 'burnt', data: 'black' }],
    ['without anything', { ...all, name: 'done' }, '', 'done', { name: 'done' }],
    ['with null for nothing', { ...all, name: 'done' }, 'null', 'message', { name: 'done' }],
  ])('tells an event %s', (_what, subscription, text, type, event) => {
    expect(hear(subscription, text, type)).toEqual({ events: [{ device: 'urn:oven', ...event }] });
  });

  test.each([
    ['without its name', all, '"black"', 'message'],
    ['that the thing does not have', all, '1', 'toString'],
  ])('does not tell one %s', (_what, subscription, text, type) => {
    expect(hear(subscription, text, type)).toBeUndefined();
  });
});
