import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { createRateLimit } from '@trellis/operations';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const secret = 'the-part-that-nobody-can-guess';
const digest = createHash('sha256').update(secret).digest('hex');

let received: { digest: string; request: string }[];
let gateway: TestGateway;
beforeEach(async () => {
  received = [];
  gateway = await startGateway(
    {
      'hooks.receive': (input: { digest: string; request: string }) => {
        if (input.digest !== digest) throw new Problem('not_found', 'There is no such address.');
        received.push(input);
        return {};
      },
    },
    { hooks: createRateLimit({ name: 'hooks', perMinute: 4, redis: undefined }) },
  );
});
afterEach(() => gateway.close());

/** Sends to the address of a client, as a vendor does: without a token. */
const send = async (hook: string, init: RequestInit = {}) => {
  const address = `${gateway.address}/api/v1/connectors/hooks/${hook}`;
  const response = await fetch(address, { method: 'POST', body: '{}', ...init });
  return { status: response.status, text: await response.text() };
};

describe('a request to the address of a client', () => {
  test('is passed on, encrypted, with the digest of the address alone', async () => {
    const body = '{"event_type": "a movement"}';
    expect(await send(secret, { body })).toEqual({ status: 200, text: '' });
    expect(received).toEqual([{ digest, request: expect.stringMatching(/^v2\./) }]);
    const sent = JSON.stringify([received, gateway.logged, gateway.audited]);
    expect(sent).not.toContain(secret);
    expect(sent).not.toContain('movement');
    expect(gateway.logged).toMatchObject([
      { req: { route: '/api/v1/connectors/hooks/:hook' }, res: { status: 200 } },
    ]);
  });

  test('may be of any media type, or have no body', async () => {
    const form = await send(secret, { body: new URLSearchParams({ a: 'b' }) });
    const nothing = await send(secret, { body: null });
    expect([form.status, nothing.status, received.length]).toEqual([200, 200, 2]);
  });

  test('that is not known is 404', async () => {
    const { status, text } = await send('another');
    expect(status).toBe(404);
    expect(text).not.toContain('another');
    expect(received).toEqual([]);
  });

  test('may have 256 KiB and no byte more', async () => {
    const most = 256 * 1024;
    expect((await send(secret, { body: 'x'.repeat(most) })).status).toBe(200);
    expect((await send(secret, { body: 'x'.repeat(most + 1) })).status).toBe(413);
    const unannounced = new Blob(['x'.repeat(most + 1)]).stream();
    const streamed = { body: unannounced, duplex: 'half' } as RequestInit;
    expect((await send(secret, streamed)).status).toBe(413);
    expect(received).toHaveLength(1);
  });

  test('is limited for each address, wherever it comes from', async () => {
    const from = async (address: string) =>
      (await send(secret, { headers: { 'x-forwarded-for': address } })).status;
    const statuses = [];
    for (const n of [1, 2, 3, 4, 5]) statuses.push(await from(`192.0.2.${n}`));
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await send('another')).status).toBe(404);
  });

  test('is a POST', async () => {
    expect((await send(secret, { method: 'GET', body: undefined! })).status).toBe(405);
  });
});
