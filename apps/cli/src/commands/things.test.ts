import { afterEach, expect, test } from '@jest/globals';
import { describeFailure } from '../output/failure.js';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const action = { input: { type: 'object', properties: { text: { type: 'string' } } } };
const sign = {
  id,
  title: 'Sign',
  properties: {},
  actions: { 'show\u001b': {}, say: action },
};

let trellis: FakeTrellis;
let cli: TestCli;
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

async function start(answers: Parameters<typeof startTrellis>[0]) {
  trellis = await startTrellis(answers);
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
}

test('an action input that begins with @ is sent as it is', async () => {
  await start({
    [`GET /api/v1/things/${id}`]: () => sign,
    [`POST /api/v1/things/${id}/actions/say`]: () => null,
  });
  const { error } = await cli.run(['things', 'invoke', id, 'say', 'text=@/etc/hostname']);
  expect(error).toBeUndefined();
  expect(trellis.requests.at(-1)).toMatchObject({ body: '{"text":"@/etc/hostname"}' });
});

test('names of a thing in a remedy are free of control characters', async () => {
  await start({ [`GET /api/v1/things/${id}`]: () => sign });
  const { error } = await cli.run(['things', 'invoke', id, 'none']);
  expect(describeFailure(error).lines).toEqual([
    'Sign has no action none.',
    'It has show\ufffd, say.',
  ]);
});

test('a name with a percent sign is not found like any other unknown name', async () => {
  await start({});
  const { error } = await cli.run(['clients', 'get', '100%']);
  expect(error).toMatchObject({ name: 'TrellisProblem', status: 404 });
  expect(trellis.requests.at(-1)!.url).toBe('/api/v1/connectors/clients/100%25');
});

test('things with the same title are listed with their subjects', async () => {
  const lampOf = (end: string, subject?: string) => ({
    id: `${id.slice(0, -1)}${end}`,
    title: 'Lamp',
    ...(subject && { subject: { href: `https://trellis.example/api/v1/subjects/${subject}` } }),
  });
  await start({ 'GET /api/v1/things': () => [lampOf('1', 'al%20ice'), lampOf('2')] });
  const { error } = await cli.run(['things', 'read', 'lamp']);
  expect(describeFailure(error).lines).toEqual([
    'Several things are named lamp.',
    `  ${id.slice(0, -1)}1  Lamp of al ice\n  ${id.slice(0, -1)}2  Lamp`,
  ]);
});
