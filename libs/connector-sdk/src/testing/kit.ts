import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { thingState } from '@trellis/contracts';
import type { Connector } from '../connector.js';
import { discover, type Discovery, type Entity } from '../dispatch.js';
import { ConnectorFailure, Misconfigured, Unauthorized, Unavailable } from '../failure.js';
import { expectVocabulary } from './conformance.js';
import { contextFor, type ContextOptions } from './context.js';
import {
  hostileBehaviours,
  startHostileServer,
  startRedirectingServer,
  type HostileServer,
} from './hostile.js';

/** Configurations as developers write them, and a token where the connector uses OAuth2. */
export type Reach = Pick<ContextOptions, 'instance' | 'client' | 'accessToken'>;

/** A remote technology to test with, the real one or a peer that speaks as it does. */
export interface TestPeer {
  /** How to reach it. It has at least one entity. */
  reach: Reach;
  /** How to reach it with credentials that it refuses; left out when it takes anyone. */
  unauthorized?: Reach;
  /**
   * How to reach whatever listens at `host` and `port` instead, by plain TCP; left out when there is
   * no remote technology.
   */
  at?(address: { host: string; port: number }): Reach;
  /** Takes an entity away and answers its id; left out when none can go away. */
  vanish?(): Promise<string>;
  /** Brings it back. */
  restore?(): Promise<void>;
  /** Whether the devices describe themselves, so that their names are their own. */
  isSelfDescribing?: boolean;
  /** Texts that must never be in an error or a log. */
  secrets: string[];
  stop(): Promise<void>;
}

/** Time that a poll is given where the remote technology does not behave (ms). */
const patience = 1_500;

/** How much longer it may take until it has ended (ms). */
const grace = 2_000;

/** What every connector keeps to, tested with a peer of its own. Call it in the test of a connector. */
export function testConnector(connector: Connector, start: () => Promise<TestPeer>): void {
  describe(`${connector.typeId} keeps to what every connector does:`, () => {
    let peer: TestPeer;
    beforeAll(async () => {
      peer = await start();
    }, 60_000);
    afterAll(() => peer?.stop());

    const poll = (options: ContextOptions = {}) =>
      discover(connector, contextFor(connector, { ...peer.reach, ...options }));

    test('its entities make valid things with ids of their own', async () => {
      const { entities, rooms = [] } = await poll();
      expect(entities).not.toHaveLength(0);
      const ids = entities.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const entity of entities) expectThing(entity);
      for (const room of rooms) {
        expect(ids).toEqual(expect.arrayContaining(room.devices));
        expect(room.name).not.toBe('');
      }
    });

    test('its devices use the names, types and units of the capabilities', async () => {
      if (peer.isSelfDescribing) return;
      for (const entity of (await poll()).entities) expectVocabulary(entity);
    });

    test('a poll that is repeated finds the same', async () => {
      expect(shape(await poll())).toEqual(shape(await poll()));
    });

    test('an entity that vanishes and returns keeps its id', async () => {
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

    describe('a remote technology that does not behave is Unavailable, in bounded time:', () => {
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
      const began = performance.now();
      const memory = process.memoryUsage().rss;
      const signal = AbortSignal.timeout(patience);
      await expect(quietly(poll({ ...peer.at(address), signal }))).rejects.toBeInstanceOf(
        Unavailable,
      );
      expect(performance.now() - began).toBeLessThan(patience + grace);
      expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024);
    }

    /** Passes a failure on, having seen that it says nothing that is secret. */
    async function quietly(polling: Promise<Discovery>): Promise<Discovery> {
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

/** What stays the same while nothing but values change. */
function shape({ entities }: Discovery) {
  return entities
    .map(({ values, ...entity }) => ({ ...entity, known: Object.keys(values).sort() }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function expectThing(entity: Entity): void {
  const { id, values, properties } = entity;
  expect(id.length).toBeGreaterThan(0);
  expect(id.length).toBeLessThanOrEqual(512);
  expect(thingState.safeParse(entity).error).toBeUndefined();
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(values)));
  for (const value of Object.values(values)) expect(value).not.toBeUndefined();
}
