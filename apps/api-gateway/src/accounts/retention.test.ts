import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../testing/gateway.js';

interface Update {
  developer: string;
  days: number | null;
}

/** A gateway whose two services share these calls: the second one has no name of its own for them. */
let stored: Update[];
let gateway: TestGateway;
beforeEach(async () => {
  stored = [];
  gateway = await startGateway({
    'retention.read': () => ({ limit: 7, days: stored.at(-1)?.days ?? null }),
    'retention.update': (update: Update) => {
      stored.push(update);
      return {};
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
    { developer: 'ada', days: 3 },
    { developer: 'ada', days: null },
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
