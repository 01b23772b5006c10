import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { Budget } from '../budget.js';
import type { ClientSchema, Connector } from '../connector.js';
import { discover, listen, receiveHook, writeProperty, type EntityReport } from '../dispatch.js';
import { AnotherDevice, Rejected, Unauthorized } from '../failure.js';
import type { CapabilityName } from '../vocabulary.js';
import {
  expectAbilities,
  expectMainAbilities,
  expectThing,
  expectValues,
  expectVocabulary,
} from './conformance.js';
import { testEffects } from './effects.js';
import { contextFor, emptyMemory, type ContextOptions } from './context.js';
import { testMisbehaviour } from './misbehaviour.js';
import { finding, interactions, record, shape, writeOf } from './observe.js';
import type { PeerFeature, TestPeer } from './peer.js';
import { expectNoSecret, withoutSecrets } from './secrecy.js';

export interface KitOptions {
  /** Features that the remote technology lacks; everything else is tested. */
  without?: readonly PeerFeature[] | undefined;
  /** The capabilities, of those whose writes have effects, that devices of the peer have. */
  capabilities?: readonly CapabilityName[] | undefined;
}

/** Tests a connector against the rules for every connector, with its peer. */
export function testConnector<
  Instance extends z.ZodObject,
  Client extends ClientSchema,
  Command,
  Remote,
>(
  connector: Connector<Instance, Client, Command, Remote>,
  start: () => Promise<TestPeer>,
  { without = [], capabilities = [] }: KitOptions = {},
): void {
  const has = (feature: PeerFeature) => !without.includes(feature);
  describe(`${connector.typeId} keeps to what every connector does:`, () => {
    let peer: TestPeer;
    beforeAll(async () => {
      peer = await start();
    }, 60_000);
    afterAll(() => peer?.stop());

    const contextOf = (options: ContextOptions = {}) =>
      contextFor(connector, { ...peer.reach, ...options });
    const poll = (options?: ContextOptions) => discover(connector, contextOf(options));

    test('its peer has everything but what is declared', () => {
      const { unauthorized, at, vanish, restore, identity } = peer;
      expect({
        credentials: unauthorized !== undefined,
        address: at !== undefined,
        'vanishing devices': vanish !== undefined && restore !== undefined,
        identity: identity !== undefined,
      }).toEqual({
        credentials: has('credentials'),
        address: has('address'),
        'vanishing devices': has('vanishing devices'),
        identity: has('identity'),
      } satisfies Record<PeerFeature, boolean>);
    });

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
      const { connector: recording, devices } = record(connector);
      await discover(recording, contextOf());
      for (const device of devices) expectValues(device);
    });

    test('its devices use the names, types, roles and units of the capabilities', async () => {
      const { connector: recording, devices } = record(connector);
      const { entities } = await discover(recording, contextOf());
      for (const device of devices) expectAbilities(device);
      if (peer.isSelfDescribing) return;
      for (const entity of entities) {
        expectVocabulary(entity);
        expectMainAbilities(entity);
      }
    });

    test('a poll that is repeated finds the same', async () => {
      expect(shape(await poll())).toEqual(shape(await poll()));
    });

    if (connector.find) {
      test('a device that a poll finds available is not found to be unavailable', async () => {
        for (const entity of (await poll()).entities.filter(({ available }) => available)) {
          const { entities } = await discover(finding(connector, entity), contextOf());
          expect(entities).toMatchObject([{ available: true }]);
        }
      });

      test('a device is found by its id and handle as a poll finds it', async () => {
        for (const entity of (await poll()).entities.slice(0, 3)) {
          const { entities } = await discover(finding(connector, entity), contextOf());
          expect(entities.map(interactions)).toEqual([interactions(entity)]);
        }
      });
    }

    if (connector.send) {
      test('a device that does not exist is Unavailable, and nothing is sent to it', async () => {
        const request = { device: 'no-such-device', property: 'on', value: true };
        const written = writeProperty(connector, contextOf(), request);
        await expect(withoutSecrets(peer.secrets, written)).rejects.toMatchObject({ sent: false });
      });
    }

    if (connector.hook) {
      test('a request that the vendor has not signed is refused', async () => {
        for (const body of ['', '{}', 'nonsense']) {
          const request = { headers: {}, body: Buffer.from(body) };
          const received = receiveHook(connector, contextOf(), request);
          await expect(withoutSecrets(peer.secrets, received)).rejects.toBeInstanceOf(Rejected);
        }
      });
    }

    if (has('vanishing devices')) {
      test('a device that vanishes and returns keeps its id', async () => {
        const before = shape(await poll());
        const gone = await peer.vanish!();
        expect(before.map(({ id }) => id)).toContain(gone);
        const left = await poll();
        expect(left.complete).toBe(true);
        const found = left.entities.find(({ id }) => id === gone);
        expect(found?.available ?? false).toBe(false);
        await peer.restore!();
        expect(shape(await poll())).toEqual(before);
      });
    }

    if (has('identity')) {
      test('another device that answers at the address is neither shown nor written', async () => {
        const { reach = peer.reach, replace, restore } = peer.identity!;
        const memory = emptyMemory();
        const context = () => contextFor(connector, { ...reach, memory });
        const before = await discover(connector, context());
        await replace();
        const reports: EntityReport[] = [];
        const uses: Promise<unknown>[] = [
          discover(connector, context()),
          writeProperty(connector, context(), writeOf(before)),
          ...(connector.listen ? [listen(connector, context(), (one) => reports.push(one))] : []),
        ];
        for (const used of uses) {
          await expect(withoutSecrets(peer.secrets, used)).rejects.toBeInstanceOf(AnotherDevice);
        }
        expect(reports).toEqual([]);
        await restore();
        expect(shape(await discover(connector, context()))).toEqual(shape(before));
      });
    }

    if (has('credentials')) {
      test('refused credentials are Unauthorized', async () => {
        const refused = withoutSecrets(peer.secrets, poll(peer.unauthorized));
        await expect(refused).rejects.toBeInstanceOf(Unauthorized);
      });
    }

    if (has('address')) {
      test('what it receives counts, and a poll that receives too much ends', async () => {
        const effort = new Budget({ limits: { bytes: 1 }, refuse: () => new Error('Too much.') });
        await Promise.allSettled([poll({ effort })]);
        expect(effort.isExhausted).toBe(true);
      });

      testMisbehaviour(connector, () => peer);
    }

    if (connector.send) testEffects(connector, start, capabilities);
  });
}
