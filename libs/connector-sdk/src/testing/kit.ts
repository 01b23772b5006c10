import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import type { ClientSchema, Connector } from '../connector.js';
import { discover, writeProperty } from '../dispatch.js';
import { Unauthorized } from '../failure.js';
import { expectAbilities, expectThing, expectValues, expectVocabulary } from './conformance.js';
import { contextFor, type ContextOptions } from './context.js';
import { testMisbehaviour } from './misbehaviour.js';
import { finding, interactions, record, shape } from './observe.js';
import type { TestPeer } from './peer.js';
import { expectNoSecret, withoutSecrets } from './secrecy.js';

/** Tests what every connector keeps to, with a peer of its own. */
export function testConnector<
  Instance extends z.ZodObject,
  Client extends ClientSchema,
  Command,
  Remote,
>(connector: Connector<Instance, Client, Command, Remote>, start: () => Promise<TestPeer>): void {
  describe(`${connector.typeId} keeps to what every connector does:`, () => {
    let peer: TestPeer;
    beforeAll(async () => {
      peer = await start();
    }, 60_000);
    afterAll(() => peer?.stop());

    const contextOf = (options: ContextOptions = {}) =>
      contextFor(connector, { ...peer.reach, ...options });
    const poll = (options?: ContextOptions) => discover(connector, contextOf(options));

    test('its devices make valid things with ids of their own', async () => {
      const { entities, rooms = [] } = await poll();
      expect(entities).not.toHaveLength(0);
      const ids = entities.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const entity of entities) {
        expectThing(entity);
        expectNoSecret(peer.secrets, entity.handle ?? '');
      }
      for (const room of rooms) {
        expect(ids).toEqual(expect.arrayContaining(room.devices));
        expect(room.name).not.toBe('');
      }
    });

    test('the values of its devices conform to the properties', async () => {
      for (const entity of (await poll()).entities) expectValues(entity);
    });

    test('its devices use the names, types and units of the capabilities', async () => {
      const { connector: recording, devices } = record(connector);
      const { entities } = await discover(recording, contextOf());
      for (const device of devices) expectAbilities(device);
      if (peer.isSelfDescribing) return;
      for (const entity of entities) expectVocabulary(entity);
    });

    test('a poll that is repeated finds the same', async () => {
      expect(shape(await poll())).toEqual(shape(await poll()));
    });

    test('a device is found by its id and handle as a poll finds it', async () => {
      if (!connector.find) return;
      for (const entity of (await poll()).entities.slice(0, 3)) {
        const { entities } = await discover(finding(connector, entity), contextOf());
        expect(entities.map(interactions)).toEqual([interactions(entity)]);
      }
    });

    test('a device that does not exist is Unavailable, and nothing is sent to it', async () => {
      if (!connector.send) return;
      const request = { device: 'no-such-device', property: 'on', value: true };
      const written = writeProperty(connector, contextOf(), request);
      await expect(withoutSecrets(peer.secrets, written)).rejects.toMatchObject({ sent: false });
    });

    test('a device that vanishes and returns keeps its id', async () => {
      if (!peer.vanish || !peer.restore) return;
      const before = shape(await poll());
      const gone = await peer.vanish();
      expect(before.map(({ id }) => id)).toContain(gone);
      const without = await poll();
      expect(without.complete).toBe(true);
      const left = without.entities.find(({ id }) => id === gone);
      expect(left?.available ?? false).toBe(false);
      await peer.restore();
      expect(shape(await poll())).toEqual(before);
    });

    test('refused credentials are Unauthorized', async () => {
      if (!peer.unauthorized) return;
      await expect(withoutSecrets(peer.secrets, poll(peer.unauthorized))).rejects.toBeInstanceOf(
        Unauthorized,
      );
    });

    testMisbehaviour(connector, () => peer);
  });
}
