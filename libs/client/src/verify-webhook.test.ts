import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';

const secret = `whsec_${Buffer.from('a secret of a callback').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another secret').toString('base64')}`;
const body = JSON.stringify({ type: 'thing_created', timestamp: 't', data: { thing_id: 'ü' } });

function signed({ by = [secret], at = new Date() } = {}) {
  return {
    'webhook-id': 'message-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('message-1', at, body)).join(' '),
  };
}

describe('a message is accepted', () => {
  test('with its id, for all forms of headers and body', async () => {
    const headers = signed();
    const message = { id: 'message-1', ...JSON.parse(body) };
    expect(await verifyWebhook({ headers, body, secret })).toEqual(message);
    const bytes = Buffer.from(body);
    expect(await verifyWebhook({ headers: new Headers(headers), body: bytes, secret })).toEqual(
      message,
    );
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(await verifyWebhook({ headers: Object.fromEntries(upper), body, secret })).toEqual(
      message,
    );
  });

  test('when one of several secrets or signatures matches', async () => {
    await verifyWebhook({ headers: signed(), body, secret: [otherSecret, secret] });
    await verifyWebhook({ headers: signed({ by: [otherSecret, secret] }), body, secret });
  });
});

describe('a message is refused', () => {
  const longAgo = new Date(Date.now() - 301_000);
  const tooEarly = new Date(Date.now() + 310_000);
  test.each([
    ['signed with another secret', signed({ by: [otherSecret] }), body],
    ['with another body', signed(), `${body} `],
    ['with another id', { ...signed(), 'webhook-id': 'message-2' }, body],
    ['of long ago', signed({ at: longAgo }), body],
    ['of later', signed({ at: tooEarly }), body],
    ['without a time', { ...signed(), 'webhook-timestamp': 'now' }, body],
    ['without a signature', { ...signed(), 'webhook-signature': undefined }, body],
    ['with a signature that is none', { ...signed(), 'webhook-signature': 'v1,§ v1, v1' }, body],
    ['of another version', { ...signed(), 'webhook-signature': 'v2,abcd' }, body],
  ])('%s', async (_what, headers, text) => {
    const check = verifyWebhook({ headers, body: text, secret });
    await expect(check).rejects.toThrow(WebhookVerificationError);
  });

  test('that was parsed before, with what helps', async () => {
    const check = verifyWebhook({ headers: signed(), body: JSON.parse(body), secret });
    await expect(check).rejects.toThrow(/parsed already.*express\.raw/);
  });

  test('within a configurable tolerance', async () => {
    const headers = signed({ at: longAgo });
    await verifyWebhook({ headers, body, secret, toleranceSeconds: 600 });
  });
});

test('an invalid secret is a different error', async () => {
  const check = verifyWebhook({ headers: signed(), body, secret: '' });
  await expect(check).rejects.toThrow(TypeError);
});
