import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { thingState } from '@trellis/contracts';
import type { z } from 'zod';
import type { ClientSchema, Connector } from '../connector.js';
import type { Device } from '../device.js';
import { discover, writeProperty, type Discovery } from '../dispatch.js';
import type { Entity } from '../entity.js';
import { ConnectorFailure, Misconfigured, Unauthorized, Unavailable } from '../failure.js';
import {
  hostileBehaviours,
  startHostileServer,
  startRedirectingServer,
  type HostileServer,
} from '../net/testing/hostile.js';
import { expectAbilities, expectValues, expectVocabulary } from './conformance.js';
import { contextFor, type ContextOptions } from './context.js';

/** Configurations as developers write them, and a token where the connector uses OAuth2. */
export type Reach = Pick<ContextOptions, 'instance' | 'client' | 'accessToken'>;

/** A remote technology to test with: the real one, or a peer that speaks as it does. */
export interface TestPeer {
  /** How to reach it. It has at least one device. */
  reach: Reach;
  /** How to reach it with credentials that it refuses; left out when it needs none. */
  unauthorized?: Reach;
  /**
   * How to reach whatever listens at `host` and `port` instead, over plain TCP; left out when there
   * is no remote technology.
   */
  at?(address: { host: string; port: number }): Reach;
  /** Takes a device away and returns its id; left out when none can go away. */
  vanish?(): Promise<string>;
  /** Brings it back. */
  restore?(): Promise<void>;
  /** Whether the devices describe themselves, so that their names are their own. */
  isSelfDescribing?: boolean;
  /** Texts that must never be in an error, a log or a handle. */
  secrets: string[];
  stop(): Promise<void>;
}

/** After this time (ms) the signal of a poll is aborted where the remote technology misbehaves. */
const pollTimeoutMs = 1_500;

/** Time that the tests have for it to end then (ms): generous, for slow machines. */
const endTimeoutMs = 45_000;

/** A poll of a misbehaving server must not fill the memory (bytes). */
const maxGrowth = 300 * 1024 * 1024;

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
        expectNoSecret(entity.handle ?? '');
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
      await expect(quietly(written)).rejects.toMatchObject({ sent: false });
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
      await expect(quietly(poll(peer.unauthorized))).rejects.toBeInstanceOf(Unauthorized);
    });

    describe('a remote technology that misbehaves is Unavailable, in bounded time:', () => {
      test('one that is not there', async () => {
        const server = await startHostileServer('hangs up at once');
        await server.stop();
        await expectUnavailable(server);
      });

      test.each(hostileBehaviours)('one that %s', async (behaviour) => {
        const server = await startHostileServer(behaviour);
        try {
          await expectUnavailable(server);
          await server.idle();
        } finally {
          await server.stop();
        }
      });

      test('one that redirects to another address, which is not followed', async () => {
        const target = await startHostileServer('accepts and never answers');
        const server = await startRedirectingServer(`http://${target.host}:${target.port}/`);
        try {
          await expectUnavailable(server);
          expect(target.connections()).toBe(0);
        } finally {
          await Promise.all([server.stop(), target.stop()]);
        }
      });
    });

    test('an address that the egress policy does not allow is Misconfigured', async () => {
      if (!peer.at) return;
      const server = await startHostileServer('accepts and never answers');
      try {
        const refused = poll({ ...peer.at(server), allowPrivate: false });
        await expect(quietly(refused)).rejects.toBeInstanceOf(Misconfigured);
        expect(server.connections()).toBe(0);
      } finally {
        await server.stop();
      }
    });

    async function expectUnavailable(address: Pick<HostileServer, 'host' | 'port'>): Promise<void> {
      if (!peer.at) return;
      const memory = process.memoryUsage().rss;
      const began = performance.now();
      const signal = AbortSignal.timeout(pollTimeoutMs);
      const polled = poll({ ...peer.at(address), signal });
      await expect(quietly(polled)).rejects.toBeInstanceOf(Unavailable);
      expect(performance.now() - began).toBeLessThan(endTimeoutMs);
      expect(process.memoryUsage().rss - memory).toBeLessThan(maxGrowth);
    }

    /** Passes a failure on after checking that neither it nor the log holds a secret. */
    async function quietly<Result>(polling: Promise<Result>): Promise<Result> {
      const written: unknown[][] = [];
      const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
        jest.spyOn(console, level).mockImplementation((...said) => void written.push(said)),
      );
      try {
        return await polling;
      } catch (error) {
        expect(error).toBeInstanceOf(ConnectorFailure);
        expect((error as Error).message).not.toBe('');
        expectNoSecret(String((error as Error).stack));
        throw error;
      } finally {
        for (const log of logs) log.mockRestore();
        expectNoSecret(JSON.stringify(written));
      }
    }

    function expectNoSecret(text: string): void {
      for (const secret of peer.secrets) expect(text).not.toContain(secret);
    }
  });
}

/** A connector that keeps the devices that it finds. */
function record<Instance extends z.ZodObject, Client extends ClientSchema, Command, Remote>(
  connector: Connector<Instance, Client, Command, Remote>,
) {
  const devices: Device<Command>[] = [];
  const recording: typeof connector = {
    ...connector,
    async poll(remote) {
      const found = await connector.poll(remote);
      devices.push(...found.devices);
      return found;
    },
  };
  return { connector: recording, devices };
}

/** A connector whose poll finds one device alone. */
function finding<Instance extends z.ZodObject, Client extends ClientSchema, Command, Remote>(
  connector: Connector<Instance, Client, Command, Remote>,
  { id, handle }: Entity,
): Connector<Instance, Client, Command, Remote> {
  return {
    ...connector,
    async poll(remote) {
      const device = await connector.find?.(remote, { id, handle });
      return { devices: device ? [device] : [] };
    },
  };
}

/** The names of the properties and actions of a device, and what of it is read-only. */
function interactions({ id, properties, actions }: Entity) {
  const writable = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  return {
    id,
    properties: Object.keys(properties).sort(),
    writable: writable.map(([name]) => name).sort(),
    actions: Object.keys(actions).sort(),
  };
}

/** What stays the same while nothing but values change. */
function shape({ entities }: Discovery) {
  return entities
    .map(({ values, ...entity }) => ({ ...entity, known: Object.keys(values).sort() }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function expectThing(entity: Entity): void {
  const { id, values, handle } = entity;
  expect(id.length).toBeGreaterThan(0);
  expect(id.length).toBeLessThanOrEqual(512);
  expect(handle?.length ?? 0).toBeLessThanOrEqual(1024);
  expect(thingState.safeParse(entity).error).toBeUndefined();
  for (const value of Object.values(values)) expect(value).not.toBeUndefined();
}
