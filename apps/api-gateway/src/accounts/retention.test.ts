import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  requireExpected,
  retentionsVersion,
  type ConnectorsContract,
  type Input,
} from '@trellis/contracts';
import { startGateway, type TestGateway } from '../testing/gateway.js';

type Change = Input<ConnectorsContract, 'retention.change'>;

/** A gateway whose two services share what is stored: they have the same call to read it. */
let stored: Change[];
let gateway: TestGateway;
beforeEach(async () => {
  stored = [];
  const read = () => ({ limit: 7, days: stored.at(-1)?.history_days ?? null });
  const both = () => ({ history_days: read(), activity_days: read() });
  gateway = await startGateway({
    'retention.read': read,
    'retention.change': ({ expected, ...change }: Change) => {
      requireExpected(retentionsVersion(both()), expected);
      stored.push(change);
      return both();
    },
    'audit.record': () => ({}),
  });
});
afterEach(() => gateway.close());

const patch = (body: object, headers: Record<string, string> = {}) =>
  gateway.request('/api/v1/retention', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('fewer days are chosen, and none again', async () => {
  const answer = await patch({ history_days: 3 });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ history_days: 3, installation: { history_days: 7 } });
  await patch({ activity_days: null });
  expect(stored).toEqual([
    { developer: 'ada', history_days: 3 },
    { developer: 'ada', activity_days: null },
  ]);
});

test('a version that is not current is refused, and the current one is accepted', async () => {
  const etag = (await gateway.request('/api/v1/retention')).headers.get('etag')!;
  expect((await patch({ history_days: 3 }, { 'if-match': '"stale"' })).status).toBe(412);
  expect(stored).toEqual([]);
  expect((await patch({ history_days: 3 }, { 'if-match': etag })).status).toBe(200);
  expect((await patch({ history_days: 2 }, { 'if-match': etag })).status).toBe(412);
});

test.each([
  [{ history_days: 8 }, '/history_days'],
  [{ history_days: 1, activity_days: 8 }, '/activity_days'],
  [{ activity_days: 0 }, '/activity_days'],
  [{ history_days: 1.5 }, '/history_days'],
  [{ days: 1 }, '/days'],
])('%j is refused, names the member, and changes nothing', async (body, pointer) => {
  const answer = await patch(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
  expect(stored).toEqual([]);
});
