import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentedJourney } from './documented.js';
import { journeyNames, recordJourneys } from './record.js';

/** The product starts from its sources, and each journey is recorded twice. */
const recordingTimeoutMs = 300_000;

/** The most files that a reader has to open for a journey. */
const mostSteps = { '`GET /units/:id`': 6, 'A poll': 8, 'A failed delete': 6 };

const root = fileURLToPath(new URL('../../../', import.meta.url));

test.each(journeyNames)('%s is a short list of files that exist', (name) => {
  const { steps, others } = documentedJourney(name);
  expect(steps.length).toBeLessThanOrEqual(mostSteps[name]);
  expect([...steps, ...others].filter((file) => !existsSync(root + file))).toEqual([]);
});

test('the call of an endpoint is named in at most five files', () => {
  const product = ['apps/*.ts', 'libs/*.ts', ':!*.test.ts', ':!*/generated/*'];
  const found = execFileSync('git', ['grep', '-lF', "'units.summary'", '--', ...product], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(found.trim().split('\n').sort()).toEqual([
    'apps/api-gateway/src/units/operations.ts',
    'apps/units-service/src/handlers.ts',
    'apps/units-service/src/units/summary.sql.ts',
    'apps/units-service/src/units/summary.ts',
    'libs/contracts/src/calls/summary.ts',
  ]);
});

test(
  'the journeys execute no file of an app that the documentation leaves out',
  async () => {
    const executed = await recordJourneys();
    for (const name of journeyNames) {
      const { steps, others } = documentedJourney(name);
      const ofApps = executed[name].filter((file) => file.startsWith('apps/'));
      const documented = new Set([...steps, ...others]);
      expect([name, ofApps.filter((file) => !documented.has(file))]).toEqual([name, []]);
    }
  },
  recordingTimeoutMs,
);
