import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const now = '2026-11-21T00:00:00.000Z';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const put = (body: object) => sendJson(gateway, 'PUT', '/api/v1/callback', { body });

test('a callback shows its secret only when it was stored', async () => {
  const webhook = { url: 'https://app.example/', events: [], created: now, modified: now };
  calls['webhooks.put'] = () => ({ webhook, isNew: true, secretStored: true });
  const created = await put({ url: webhook.url });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
  calls['webhooks.put'] = () => ({ webhook, isNew: false, secretStored: false });
  const updated = await put({ url: webhook.url });
  expect(updated).toMatchObject({ status: 200, body: webhook });
  expect(updated.body).not.toHaveProperty('secret');
});
