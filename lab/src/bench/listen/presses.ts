import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { followEvents, newAccount, startButton, waitFor } from '@trellis/testing';
import { mqttDiscovery, startBroker } from '../../homes.js';
import { insertClients, requireNoFailure } from '../polls/clients.js';
import { startProduct, type Product } from '../polls/product.js';

/** Presses that are not measured, for the JIT compiler. */
const warmUps = 20;

/** A press that takes longer counts as lost (ms). */
const lostAfterMs = 10_000;

/** Presses a button of a broker at rest, and returns the latency of each press (ms). */
export async function measurePresses(count: number): Promise<number[]> {
  const broker = await startBroker();
  const product = await startProduct({ hasGateway: true });
  const button = await startButton(broker.url);
  try {
    const developer = `bench-${randomUUID()}`;
    await insertClients(product, {
      count: 1,
      developer,
      connectorType: mqttDiscovery,
      instance: { broker_url: broker.url },
      configuration: () => ({}),
    });
    await product.startWorker();
    await waitFor(() => isListenedFor(product), { within: 60_000, what: 'the button' });
    const { token } = newAccount(product, { developer, lifetimeSeconds: 24 * 3600 });
    const tookMs: number[] = [];
    let seen = () => {};
    const stream = await followEvents(
      { address: product.address, token, type: 'thing_event' },
      () => seen(),
    );
    for (let number = 0; number < warmUps + count; number += 1) {
      let isSeen = false;
      const pressedAt = performance.now();
      seen = () => {
        isSeen = true;
        tookMs.push(performance.now() - pressedAt);
      };
      button.press();
      await waitFor(() => isSeen, { within: lostAfterMs, every: 5, what: 'the press' });
      // A random pause avoids being in step with timers.
      await pause(200 + Math.random() * 200);
    }
    if (stream.failure() !== undefined) throw new Error(`The events: ${stream.failure()}.`);
    stream.stop();
    await requireNoFailure(product);
    return tookMs.slice(warmUps);
  } finally {
    await product.stop();
    await button.stop();
    await broker.stop();
  }
}

/** Whether the client has a connection, and the button is a thing. */
async function isListenedFor({ database }: Product): Promise<boolean> {
  const { rows } = await database.query<{ ready: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM connectors.listeners WHERE state = 'connected')
      AND EXISTS (SELECT 1 FROM units.things) AS ready`,
  );
  return rows[0]!.ready;
}
