import { describe, expect, test } from '@jest/globals';
import { isUndecided, readAvailability } from './availability.js';
import { Payload } from './payload.js';
import { Settings } from './settings.js';

const read = (options: Record<string, unknown>, topics: Record<string, string>) =>
  readAvailability({
    settings: new Settings(options),
    state: new Map(Object.entries(topics).map(([topic, text]) => [topic, new Payload(text)])),
  });

/** The topics `a` and `b` as messages that came in this order. */
const withMessages = (options: object, ...messages: [topic: string, text: string][]) => ({
  settings: new Settings({ ...both, ...options }),
  state: new Map(messages.map(([topic, text], index) => [topic, new Payload(text, index + 1)])),
});

const both = { availability: [{ topic: 'a' }, { topic: 'b' }] };

describe('availability', () => {
  test.each([
    ['no topic', {}, {}, undefined],
    ['nothing said', { availability_topic: 'a' }, {}, undefined],
    ['online', { availability_topic: 'a' }, { a: 'online' }, true],
    ['offline', { availability_topic: 'a' }, { a: 'offline' }, false],
    ['another word', { availability_topic: 'a' }, { a: 'rebooting' }, undefined],
    [
      'words of its own',
      { availability_topic: 'a', payload_available: 'Online', payload_not_available: 'Offline' },
      { a: 'Offline' },
      false,
    ],
    [
      'a template',
      { availability_topic: 'a', availability_template: '{{ value_json.state }}' },
      { a: '{"state":"online"}' },
      true,
    ],
    ['one of two away', both, { a: 'online', b: 'offline' }, false],
    ['one of two silent', both, { a: 'online' }, true],
    ['all', { ...both, availability_mode: 'all' }, { a: 'online', b: 'offline' }, false],
    ['any', { ...both, availability_mode: 'any' }, { a: 'online', b: 'offline' }, true],
    ['any, none', { ...both, availability_mode: 'any' }, { a: 'offline' }, false],
    ['an invalid topic', { availability_topic: 'a/#' }, { 'a/#': 'offline' }, undefined],
  ])('%s', (_what, options, topics, expected) => {
    expect(read(options, topics)).toBe(expected);
  });

  test('follows the last message, unless another mode is set', () => {
    const away = ['a', 'offline'] as [string, string];
    const there = ['b', 'online'] as [string, string];
    expect(readAvailability(withMessages({}, away, there))).toBe(true);
    expect(readAvailability(withMessages({}, there, away))).toBe(false);
    expect(readAvailability(withMessages({ availability_mode: 'all' }, away, there))).toBe(false);
    expect(readAvailability(withMessages({ availability_mode: 'any' }, there, away))).toBe(true);
  });

  test('is undecided where retained messages contradict each other, and the last one would decide', () => {
    const retained = (options: object, topics: Record<string, string>) =>
      isUndecided({
        settings: new Settings({ ...both, ...options }),
        state: new Map(Object.entries(topics).map(([topic, text]) => [topic, new Payload(text)])),
      });
    expect(retained({}, { a: 'online', b: 'offline' })).toBe(true);
    expect(retained({}, { a: 'offline', b: 'offline' })).toBe(false);
    expect(retained({}, { a: 'online' })).toBe(false);
    expect(retained({ availability_mode: 'all' }, { a: 'online', b: 'offline' })).toBe(false);
    expect(isUndecided(withMessages({}, ['a', 'online'], ['b', 'offline']))).toBe(false);
  });
});
