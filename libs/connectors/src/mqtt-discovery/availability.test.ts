import { describe, expect, test } from '@jest/globals';
import { readAvailability } from './availability.js';
import { Payload } from './payload.js';
import { Settings } from './settings.js';

const read = (options: Record<string, unknown>, topics: Record<string, string>) =>
  readAvailability({
    settings: new Settings(options),
    state: new Map(Object.entries(topics).map(([topic, text]) => [topic, new Payload(text)])),
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
});
