import type { ResolveHost } from '@trellis/connector-sdk';
import { testConnector, type TestPeer } from '@trellis/connector-sdk/testing';
import { peers } from '@trellis/connectors/peers';
import { describe } from '@jest/globals';
import { agentRoute, relayPort } from './agents/route.js';

const resolve = agentRoute(relayPort);

/** The same technology in the network of the agent. */
function behindAgent(peer: TestPeer, resolve: ResolveHost): TestPeer {
  const through = <Reach extends object>(reach: Reach) => ({ ...reach, resolve });
  return {
    ...peer,
    reach: through(peer.reach),
    ...(peer.identity && {
      identity: { ...peer.identity, reach: through(peer.identity.reach ?? peer.reach) },
    }),
  };
}

// Every connector works through an agent as it does without one.
for (const { connector, peer } of peers) {
  const { startPeer, isAvailable = true, without, capabilities } = peer;
  // It has no network.
  if (connector.typeId === 'simulator') continue;
  const group = isAvailable ? describe : describe.skip;
  group('through an agent,', () =>
    testConnector(connector, async () => behindAgent(await startPeer(), resolve()), {
      without,
      capabilities,
    }),
  );
}
