import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = (number: number) => `01a1fb49-0d50-7523-8e7b-00000000000${number}`;
const lamp = (number: number, on: boolean, title = `Lamp ${number}`) => ({
  id: id(number),
  title,
  properties: { on: { value: on } },
  available: true,
  availability: { state: 'available' },
});
const listed = ({ properties, ...thing }: ReturnType<typeof lamp>) => ({
  ...thing,
  values: { on: properties.on.value },
});

let trellis: FakeTrellis;
let cli: TestCli;
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

/** Returns the output for a stream of events, up to a line with a text. */
async function watch(events: [type: string, data?: object][], last: string, things: string[] = []) {
  const before = lamp(1, false);
  const after = { ...lamp(1, true, 'Floor lamp'), availability: { state: 'unknown' } };
  let lists = 0;
  const stream = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = events.map(
      ([type, data = {}], n) => `id: ${n}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    response.write(text.join(''));
  };
  let reads = 0;
  trellis = await startTrellis({
    'GET /api/v1/changes': () => ({ changes: [], cursor: '1', more: false }),
    'GET /api/v1/things': () => [listed(lists++ === 0 ? before : after)],
    [`GET /api/v1/things/${id(1)}`]: () => (things.length > 0 && reads++ === 0 ? before : after),
    [`GET /api/v1/things/${id(2)}`]: () => lamp(2, false),
    'GET /api/v1/events': () => stream,
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
  const controller = new AbortController();
  const { out, err, error } = await cli.run(['things', 'watch', ...things], {
    signal: controller.signal,
    on: (ended) => {
      if (ended.out.includes(last)) controller.abort();
    },
  });
  expect(error).toBeUndefined();
  const lines = out.trimEnd().split('\n');
  return { err, lines: lines.map((line) => line.split('  ').slice(1).join('  ')) };
}

const of = (number: number, members: object = {}) => ({
  thing: { href: `http://trellis.example/api/v1/things/${id(number)}` },
  ...members,
});

test('after missed changes the current state is read again', async () => {
  const { lines, err } = await watch([['reset']], 'on=true');
  expect(lines).toEqual(['Lamp 1  on=false', 'Floor lamp  on=true']);
  expect(err).toBe('Some changes were missed; this is the current state.\n');
});

test('created and deleted things are shown', async () => {
  const { lines } = await watch(
    [
      ['thing_created', of(2)],
      ['property_changed', of(2, { property: { name: 'on' }, value: true })],
      ['thing_deleted', of(1)],
    ],
    'deleted',
  );
  expect(lines).toEqual([
    'Lamp 1  on=false',
    'Lamp 2  on=false',
    'Lamp 2  on = true',
    'Lamp 1  deleted',
  ]);
});

test('requested values are shown until they end', async () => {
  const on = (status: string) =>
    of(1, { property: { name: 'on' }, target: { value: true, requested: 'now', status } });
  const { lines } = await watch(
    [
      ['target_changed', on('pending')],
      ['target_changed', on('unconfirmed')],
      ['target_changed', on('confirmed')],
    ],
    '(confirmed)',
  );
  expect(lines.slice(1)).toEqual([
    'Lamp 1  on → true (pending)',
    'Lamp 1  on → true (not confirmed)',
    'Lamp 1  on → true (confirmed)',
  ]);
});

test('only the given things are shown', async () => {
  const { lines } = await watch(
    [
      ['thing_created', of(2)],
      ['thing_updated', of(1, { available: false })],
      ['thing_updated', of(1)],
    ],
    'Floor lamp',
    [id(1)],
  );
  expect(lines).toEqual(['Lamp 1  on=false', 'Lamp 1  unknown', 'Floor lamp  on=true']);
});
