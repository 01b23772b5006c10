import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const [unit, evening, batch, thing] = [1, 2, 3, 4].map(
  (n) => `01a1fb49-0d50-7523-8e7b-00000000000${n}`,
);
const scene = (id: string, name: string) => ({
  id,
  href: `http://trellis.example/scenes/${id}`,
  name,
  unit: { href: `http://trellis.example/units/${unit}` },
  created: '2026-11-21T00:00:00Z',
  modified: '2026-11-21T00:00:00Z',
});
const batchOf = (status: string, failed: number) => ({
  id: batch,
  status,
  progress: { pending: 0, running: 0, completed: 2, failed, cancelled: 0 },
});

let trellis: FakeTrellis;
let cli: TestCli;
let failed: number;
beforeEach(async () => {
  failed = 0;
  trellis = await startTrellis({
    [`GET /api/v1/units/${unit}/scenes`]: () => [
      scene(evening!, 'Evening'),
      scene('another', 'Twice'),
      scene('a third', 'Twice'),
    ],
    [`GET /api/v1/scenes/${evening}`]: () => ({
      ...scene(evening!, 'Evening'),
      states: [
        { thing: { href: `http://trellis.example/things/${thing}` }, properties: { on: true } },
      ],
    }),
    [`POST /api/v1/scenes/${evening}/activate`]: () => batchOf('pending', 0),
    [`GET /api/v1/interactions/${batch}`]: () => batchOf('completed', failed),
    [`GET /api/v1/interactions/${batch}/results`]: () => [
      {
        thing: { href: `http://trellis.example/things/${thing}` },
        status: 'failed',
        problem: { detail: 'The thing is gone.' },
      },
    ],
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('scenes of a unit are listed, and shown with their values', async () => {
  const { out } = await cli.run(['scenes', 'list', unit!]);
  expect(out).toContain('Evening');
  const shown = await cli.run(['scenes', 'show', unit!, 'evening']);
  expect(shown.error).toBeUndefined();
  expect(shown.out).toMatch(new RegExp(`${thing}.*on=true`));
});

test('a scene is activated, and waited for', async () => {
  const { err, error } = await cli.run(['scenes', 'activate', unit!, 'evening']);
  expect(error).toBeUndefined();
  expect(err).toBe('2 of 2 things restored.\n');
});

test('things that were not restored are named', async () => {
  failed = 1;
  const { err, error } = await cli.run(['scenes', 'activate', unit!, evening!]);
  expect(err).toBe(`2 of 3 things restored.\n${thing}: The thing is gone.\n`);
  expect(error).toMatchObject({ message: '1 thing was not restored.' });
});

test.each([
  ['no scene', 'Morning'],
  ['more than one scene', 'Twice'],
])('with %s of a name there is nothing to activate', async (count, name) => {
  const { error } = await cli.run(['scenes', 'activate', unit!, name]);
  expect(error).toMatchObject({ message: `The unit has ${count} ${name}.` });
});
