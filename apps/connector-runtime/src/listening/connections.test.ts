import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { createConnections } from './connections.js';

const resolve: ResolveHost = async () => ({ address: '192.0.2.1', family: 4 });
const signal = new AbortController().signal;
const limits = {
  perHost: 10,
  hostsPerClient: 2,
  connectingPerHost: 1,
  connecting: 10,
  turnMs: { min: 0, max: 60_000 },
  maxConnectingMs: 60_000,
};

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
    const connections = createConnections(limits);
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

  test('are no more within a time than may be established at once', async () => {
    const connections = createConnections({ ...limits, turnMs: { min: 50, max: 60_000 } });
    const begunAt = performance.now();
    for (let n = 0; n < 3; n += 1) {
      const one = connect(connections);
      await one.looked;
      one.established();
    }
    // Timers may fire a little early; they never fire twice as fast.
    expect(performance.now() - begunAt).toBeGreaterThan(90);
  });

  test('let others connect while they read what is there', async () => {
    const connections = createConnections({ ...limits, turnMs: { min: 0, max: 10 } });
    const first = connect(connections);
    await first.looked;
    await connect(connections).looked;
    expect(first.signal.aborted).toBe(false);
  });

  test('of one client are to a bounded number of hosts', async () => {
    const connection = createConnections(limits).begin(signal);
    const lookup = connection.limit(resolve);
    await lookup('first', 1883);
    await lookup('second', 1883);
    await lookup('first', 1883);
    await expect(lookup('third', 1883)).rejects.toThrow(Unavailable);
    connection.end();
  });

  test('that are not established in time end', async () => {
    const connections = createConnections({ ...limits, maxConnectingMs: 10 });
    const silent = connect(connections);
    await silent.looked;
    await once(silent.signal, 'abort');
  });

  test('are as many as allowed; one that ends makes room', async () => {
    const connections = createConnections({ ...limits, perHost: 1, connectingPerHost: 10 });
    const first = connect(connections);
    await first.looked;
    await expect(connect(connections).looked).rejects.toThrow(Unavailable);
    first.end();
    await connect(connections).looked;
  });
});
