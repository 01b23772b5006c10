import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import type { ClientSchema, Connector } from '../connector.js';
import { discover } from '../dispatch.js';
import { ConnectorFailure, Misconfigured, Unavailable } from '../failure.js';
import {
  hostileBehaviours,
  startHostileServer,
  startRedirectingServer,
  type HostileServer,
} from '../net/testing/hostile.js';
import { contextFor, type ContextOptions } from './context.js';
import type { TestPeer } from './peer.js';
import { withoutSecrets } from './secrecy.js';

/** The timeout of a poll of a misbehaving remote technology (ms). */
const pollTimeoutMs = 1_500;

/** The most memory that a poll of a misbehaving server may use (bytes). */
const maxGrowth = 300 * 1024 * 1024;

type Address = Pick<HostileServer, 'host' | 'port'>;

/** Tests a connector against servers that misbehave or must not be reached. */
export function testMisbehaviour<
  Instance extends z.ZodObject,
  Client extends ClientSchema,
  Command,
  Remote,
>(connector: Connector<Instance, Client, Command, Remote>, peerOf: () => TestPeer): void {
  const poll = (options: ContextOptions) => {
    const { reach, secrets } = peerOf();
    const context = contextFor(connector, { ...reach, ...options });
    return withoutSecrets(secrets, discover(connector, context));
  };

  describe('a remote technology that misbehaves is Unavailable, in bounded time:', () => {
    test('one that is not there', async () => {
      const server = await startHostileServer('hangs up at once');
      await server.stop();
      await expectUnavailable(server);
    });

    test.each(hostileBehaviours)('one that %s', async (behaviour) => {
      const server = await startHostileServer(behaviour);
      try {
        // Where TLS is expected, an answer without it is a wrong configuration.
        await expectFailure(server, ConnectorFailure);
        await server.idle();
      } finally {
        await server.stop();
      }
    });

    test('one that redirects to another address, which is not followed', async () => {
      const target = await startHostileServer('accepts and never answers');
      const server = await startRedirectingServer(`http://${target.host}:${target.port}/`);
      try {
        // It may be right in general, and wrong in this configuration.
        await expectFailure(server, ConnectorFailure);
        expect(target.connections()).toBe(0);
      } finally {
        await Promise.all([server.stop(), target.stop()]);
      }
    });
  });

  test('an IP address that the egress policy does not allow is Misconfigured', async () => {
    const server = await startHostileServer('accepts and never answers');
    try {
      const refused = poll({ ...peerOf().at!(server), allowPrivate: false });
      await expect(refused).rejects.toBeInstanceOf(Misconfigured);
      expect(server.connections()).toBe(0);
    } finally {
      await server.stop();
    }
  });

  const expectUnavailable = (address: Address) => expectFailure(address, Unavailable);

  async function expectFailure(address: Address, kind: unknown): Promise<void> {
    const memory = process.memoryUsage().rss;
    const signal = AbortSignal.timeout(pollTimeoutMs);
    const polled = poll({ ...peerOf().at!(address), signal });
    await expect(polled).rejects.toBeInstanceOf(kind);
    expect(process.memoryUsage().rss - memory).toBeLessThan(maxGrowth);
  }
}
