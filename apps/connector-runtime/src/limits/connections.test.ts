import { describe, expect, test } from '@jest/globals';
import { Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { createConnections } from './connections.js';

const resolve: ResolveHost = async () => ({ address: '192.0.2.1', family: 4 });
const signal = new AbortController().signal;

/** Connects to a host, and tells when it may. */
function connect(connections: ReturnType<typeof createConnections>, host = 'broker') {
  const connection = connections.begin(signal);
  let mayConnect = false;
  const looked = connection
    .limit(resolve)(host, 1883)
    .then(() => (mayConnect = true));
  return { ...connection, looked, mayConnect: () => mayConnect };
}

describe('the connections to a remote host', () => {
  test('are established a few at a time, without delaying those to other hosts', async () => {
    const connections = createConnections({ perHost: 10, connectingPerHost: 1, connecting: 10 });
    const [first, second] = [connect(connections), connect(connections)];
    await first.looked;
    await connect(connections, 'other').looked;
    expect(second.mayConnect()).toBe(false);
    first.established();
    await second.looked;
    const third = connect(connections);
    second.end();
    await third.looked;
  });

  test('are as many as allowed; one that ends makes room', async () => {
    const connections = createConnections({ perHost: 1, connectingPerHost: 10, connecting: 10 });
    const first = connect(connections);
    await first.looked;
    await expect(connect(connections).looked).rejects.toThrow(Unavailable);
    first.end();
    await connect(connections).looked;
  });
});
