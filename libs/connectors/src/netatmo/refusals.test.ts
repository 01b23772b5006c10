import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { netatmoInTest } from './testing/in-test.js';

const netatmo = netatmoInTest();
const { poll } = netatmo;

describe('what the API refuses', () => {
  const error = (status: number, code: number) => ({
    status,
    body: { error: { code, message: 'a text of the remote technology' } },
  });

  test.each([
    ['a token that has expired', error(403, 3), Unauthorized],
    ['a token that is not valid', error(403, 2), Unauthorized],
    ['no token', error(401, 1), Unauthorized],
    ['an app that was deactivated', error(403, 5), Misconfigured],
    ['an internal error', error(500, 99), Unavailable],
    ['an error that is not known', error(403, 1234), Unavailable],
    ['a page of a proxy', { status: 403, body: '<html>' }, Unavailable],
  ])('because of %s', async (_what, failing, kind) => {
    netatmo.peer().state.failing = { getstationsdata: failing, homesdata: failing };
    const refusal = (await poll().catch((reason: unknown) => reason)) as Error;
    expect(refusal).toBeInstanceOf(kind);
    expect(refusal.message).not.toContain('a text of the remote technology');
  });

  test.each([
    ['are used up', error(403, 26), 600_000],
    ['are used up, with the newer status', error(429, 26), 600_000],
    ['come at once', error(429, 11), 60_000],
    ['are too many for a proxy', { status: 429, body: '<html>' }, 600_000],
    ['are used up, with a pause of its own', { ...error(429, 26), retryAfter: '30' }, 30_000],
  ])(
    'because the requests of a user %s is not repeated for a time',
    async (_what, failing, pauseMs) => {
      netatmo.peer().state.failing.getstationsdata = failing;
      const refusal = await poll().catch((reason: unknown) => reason);
      expect(refusal).toBeInstanceOf(Unavailable);
      expect((refusal as Unavailable).retryAfterMs).toBe(pauseMs);
      expect(netatmo.peer().requests).toEqual(['GET /getstationsdata']);
    },
  );

  test('an hour of requests is no failure of the authorization', async () => {
    netatmo.peer().state.usedUp = true;
    await expect(poll()).rejects.toMatchObject({ retryAfterMs: 600_000 });
  });
});
