import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Subscription } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const now = '2026-11-23T00:00:00.000Z';

let calls: Calls;
let removed: unknown[];
let gateway: TestGateway;
beforeEach(async () => {
  removed = [];
  calls = {
    'subscriptions.remove': (input: unknown) => {
      removed.push(input);
      return {};
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

/** Returns a subscription of alice that posts messages, or one that is only read as a stream. */
function store({ isPosted }: { isPosted: boolean }) {
  const posting = {
    url: 'https://app.example/trellis?key=secret',
    cursor: '1-1-1000',
    error: { detail: 'The app answers with status 503.', attempts: 1, since: now },
  };
  const subscription = {
    id,
    subject: 'alice',
    match: {},
    status: 'active',
    created: now,
    ...(isPosted && posting),
  } as Subscription;
  calls['subscriptions.read'] = () => subscription;
  calls['subscriptions.list'] = () => ({ items: [subscription] });
}

const send = (method: string, path: string, token: { scope?: string; subject?: string }) =>
  sendJson<object | object[]>(gateway, method, `/api/v1/subscriptions${path}`, {
    headers: {
      authorization: `Bearer ${gateway.tokenOf('ada', 'app', token.scope, token.subject)}`,
      'x-external-subject-id': 'alice',
    },
  });
const bound = { subject: 'alice' };

describe('what an app has posted', () => {
  beforeEach(() => store({ isPosted: true }));
  const posting = ['url', 'cursor', 'error'];

  test('is shown to the app, and not to the end user', async () => {
    for (const path of ['', `/${id}`]) {
      const shownTo = async (token: object) =>
        [(await send('GET', path, token)).body].flat().map((shown) => Object.keys(shown!));
      expect(await shownTo({})).toEqual([expect.arrayContaining(posting)]);
      const [members] = await shownTo(bound);
      expect(members).toContain('match');
      expect(members!.filter((name) => posting.includes(name))).toEqual([]);
    }
  });

  test.each([
    ['a token of the end user', bound, 'bound_to_subject'],
    ['a token that only reads', { scope: 'svc.things.read' }, 'insufficient_scope'],
  ])('is not ended with %s', async (_what, token, code) => {
    const { status, body } = await send('DELETE', `/${id}`, token);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(`#${code}$`) },
    });
    expect(removed).toEqual([]);
  });

  test('is ended by the app', async () => {
    expect((await send('DELETE', `/${id}`, {})).status).toBe(204);
    expect(removed).toHaveLength(1);
  });
});

test('a stream is ended by the end user whose it is', async () => {
  store({ isPosted: false });
  const token = { ...bound, scope: 'svc.things.read' };
  expect((await send('DELETE', `/${id}`, token)).status).toBe(204);
  expect(removed).toHaveLength(1);
});
