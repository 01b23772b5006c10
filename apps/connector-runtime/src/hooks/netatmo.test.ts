import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Connector } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { notificationOf, startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { hookBase, hookedClient } from '../testing/hooked-client.js';

const netatmo: Connector = connectors.find(({ typeId }) => typeId === 'netatmo')!;
const changed = { event_type: 'set_point', push_type: 'display_change' };

let testing: TestDatabase;
let peer: NetatmoPeer;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());
beforeEach(async () => {
  peer = await startNetatmo({ redirectUri: 'http://localhost/authorized' });
});
afterEach(() => peer.stop());

const newClient = async () =>
  hookedClient(testing, {
    connector: netatmo,
    instance: peer.instance,
    accessToken: await peer.token(),
  });

test('Netatmo is told the address of an authorized client, and forgets it with the client', async () => {
  const { poll, remove, send, requested, id } = await newClient();
  await poll();
  const { webhook } = peer.state;
  expect(webhook?.startsWith(`${hookBase}/api/v1/connectors/hooks/`)).toBe(true);
  await send(webhook, notificationOf(changed, peer.instance.client_secret));
  expect(requested).toEqual([id]);
  await remove();
  expect(peer.state.webhook).toBeUndefined();
  const late = send(webhook, notificationOf(changed, peer.instance.client_secret));
  await expect(late).rejects.toMatchObject({ code: 'not_found' });
});

test('what another app has signed is refused', async () => {
  const { poll, remove, send, requested } = await newClient();
  await poll();
  const forged = send(peer.state.webhook, notificationOf(changed, 'the secret of another app'));
  await expect(forged).rejects.toMatchObject({ code: 'invalid_request' });
  expect(requested).toEqual([]);
  await remove();
});
