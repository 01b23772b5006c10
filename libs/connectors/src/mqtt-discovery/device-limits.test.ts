import { expect, test } from '@jest/globals';
import { problemsOf, toDevice } from './device.js';
import { groupsOf, payloadsOf, retained, values } from './testing/fixtures.js';

test('a device whose templates take too much work is reported, and harms no other', () => {
  const costly = '{% set a = value %}' + '{% set a = a ~ "" %}'.repeat(10) + 'done';
  const sensors = Array.from({ length: 10 }, (_, number) =>
    retained(`homeassistant/sensor/a${number}/config`, {
      dev: { ids: ['greedy'] },
      state_topic: 's',
      value_template: costly,
    }),
  );
  const messages = [
    ...sensors,
    retained('homeassistant/sensor/b/config', {
      dev: { ids: ['modest'] },
      state_topic: 's',
      value_template: '{{ value[0] }}',
    }),
    { topic: 's', payload: 'x'.repeat(10_000) },
  ];
  const groups = groupsOf(messages);
  const devices = groups.map((group) => toDevice(group, payloadsOf(messages)));
  expect(Object.keys(values(devices[0]!))).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  expect(values(devices[1]!)).toEqual({ b: 'x' });
  expect(groups.flatMap(problemsOf)).toEqual([
    {
      device: 'device:greedy',
      failure: expect.objectContaining({ message: expect.stringContaining('too much work') }),
    },
  ]);
});

test('a device that is not read because the others take too much work is reported', () => {
  const costly = '{% set a = value %}' + '{% set a = a ~ "" %}'.repeat(10) + 'done';
  const sensor = (device: string, key: string, value_template: string) =>
    retained(`homeassistant/sensor/${key}/config`, {
      dev: { ids: [device] },
      state_topic: 's',
      value_template,
    });
  const numbers = Array.from({ length: 100 }, (_, number) => 100 + number);
  const messages = [
    ...numbers.map((n) => sensor(`greedy-${Math.floor(n / 5)}`, `a${n}`, costly)),
    sensor('modest', 'b', '{{ value[0] }}'),
    { topic: 's', payload: 'x'.repeat(10_000) },
  ];
  const groups = groupsOf(messages);
  const devices = groups.map((group) => toDevice(group, payloadsOf(messages)));
  const last = groups.findIndex(({ id }) => id === 'device:modest');
  expect(values(devices[0]!)).toEqual({
    a100: 'done',
    a101: 'done',
    a102: 'done',
    a103: 'done',
    a104: 'done',
  });
  expect(values(devices[last]!)).toEqual({});
  expect(groups.slice(0, 5).flatMap(problemsOf)).toEqual([]);
  expect(problemsOf(groups[last]!)).toHaveLength(1);
});

test('a device with too many different templates is reported', () => {
  const sensors = Array.from({ length: 40 }, (_, number) =>
    retained(`homeassistant/sensor/a${number}/config`, {
      dev: { ids: ['a'] },
      state_topic: 's',
      value_template: `{# ${'x'.repeat(4_000)} #}${number}`,
    }),
  );
  const [group] = groupsOf(sensors);
  toDevice(group!, new Map());
  expect(problemsOf(group!)).toHaveLength(1);
});

test('components that are too many for one device are left out, which is reported', () => {
  const sensors = Array.from({ length: 510 }, (_, number) =>
    retained(`homeassistant/sensor/a${number}/config`, { dev: { ids: ['a'] }, state_topic: 's' }),
  );
  const [group] = groupsOf(sensors);
  expect(group!.components).toHaveLength(500);
  expect(problemsOf(group!).map(({ failure }) => failure.message)).toEqual([
    expect.stringMatching(/^10 of its components/),
  ]);
});
