import { expect, test } from '@jest/globals';
import type { LogbookEntry } from '../api/things.js';
import { causeOf, changeOf, titleOf } from './logbook-text.js';

const thing = {
  properties: {
    on: { title: 'Power', '@type': 'OnOffProperty', type: 'boolean' },
    level: { unit: '%' },
  },
  events: { pressed: { title: 'Button pressed' } },
};

const reported = { type: 'reported' as const };
const entry = (more: Partial<LogbookEntry>): LogbookEntry => ({
  id: '1',
  time: '2026-11-29T12:00:00.000Z',
  kind: 'property_changed',
  cause: reported,
  ...more,
});

const text = (more: Partial<LogbookEntry>) => {
  const shown = entry(more);
  return `${titleOf(shown, thing)} ${changeOf(shown, thing)}`;
};

test.each<[Partial<LogbookEntry>, string]>([
  [{ property: 'on', previous: false, value: true }, 'Power Off → On'],
  [{ property: 'level', value: 40 }, 'level → 40 %'],
  [{ property: 'level', previous: 11.6812, value: 11.6843 }, 'level 11.681 % → 11.684 %'],
  [{ property: 'level', previous: 40, value: 41.5 }, 'level 40 % → 41.5 %'],
  [{ property: 'level', previous: 0.1 + 0.2, value: 0.3 }, 'level 0.3 % → 0.3 %'],
  [{ property: 'gone', previous: null, value: 1 }, 'gone – → 1'],
  [
    { kind: 'target_changed', property: 'on', value: true, status: 'unconfirmed' },
    'Power Not confirmed: On',
  ],
  [
    { kind: 'availability_changed', previous: 'available', value: 'unknown' },
    'Availability Available → Unknown',
  ],
  [{ kind: 'thing_event', event: 'pressed' }, 'Button pressed Happened'],
  [{ kind: 'thing_event', event: 'turned', data: 3 }, 'turned 3'],
  [{ kind: 'device_replaced', with: 'id' }, 'Device Replaced by another device'],
])('an entry %j is shown as what has changed', (given, shown) => {
  expect(text(given)).toBe(shown);
});

const app = { app: 'demo' };

const names: Record<string, string> = { demo: 'Demo', mcp: 'MCP client Help' };

test.each<[LogbookEntry['cause'], Partial<LogbookEntry>, string]>([
  [reported, {}, 'Reported by the device'],
  [reported, { code: 'no_values' }, 'Reported by the device (no_values)'],
  [
    { type: 'client' },
    { value: 'unknown', code: 'unavailable' },
    'Nothing is known from its client (unavailable)',
  ],
  [{ type: 'client' }, { value: 'available' }, 'Its client works'],
  [{ type: 'app', ...app }, {}, 'By the app Demo'],
  [{ type: 'app', app: 'console', person: 'ada@x.example' }, {}, 'By ada@x.example in the console'],
  [{ type: 'app', app: 'mcp', person: 'ada@x' }, {}, 'By ada@x in the MCP client Help'],
  [{ type: 'subject', ...app, subject: 'alice' }, {}, 'By the end user alice in the app Demo'],
  [{ type: 'batch', ...app, batch: '1' }, {}, 'Bulk command of the app Demo'],
  [{ type: 'batch', ...app, batch: '1', scene: '2' }, {}, 'Scene, restored by the app Demo'],
])('a cause %j is shown in words', (cause, more, shown) => {
  expect(causeOf(entry({ cause, ...more }), (id) => names[id] ?? id)).toBe(shown);
});
