import { operationsTopic, type ClientOperation, type OperationFilter } from '@trellis/contracts';
import { invalidMember, type EventStream, type ServerSentEvent } from '@trellis/operations';
import { LRUCache } from 'lru-cache';
import { createSignal } from '../events/stream.js';
import type { OperationRequest } from '../operation.js';

/** How long a stream waits for a hint, which may be lost (ms); also keeps the connection alive. */
const heartbeatMs = 15_000;

/** The most operations of one read: a few seconds of a busy account. */
const limit = 200;

type StreamRequest = Pick<
  OperationRequest,
  'connectors' | 'caller' | 'subscribeHints' | 'streams' | 'bearer' | 'header'
>;

/**
 * Returns a stream of the operations that are stored from now on, or since the one in `Last-Event-ID` if they are the
 * latest 200, until the access token expires.
 */
export function streamOperations<Data>(
  { connectors, caller, subscribeHints, streams, bearer, header }: StreamRequest,
  filter: OperationFilter,
  show: (operation: ClientOperation) => Data,
): EventStream<Data> {
  const after = readPosition(header('Last-Event-ID'));
  const { signal, end } = streams.open(bearer);
  const read = async () => {
    const { items } = await connectors('operations.list', { caller, page: { limit }, filter });
    return items.toReversed();
  };

  async function* events(): AsyncGenerator<ServerSentEvent<Data>> {
    const wakeUp = createSignal(signal);
    const topic = operationsTopic(caller.developer);
    const subscription = await subscribeHints(topic, wakeUp.notify);
    // Processes that store at the same time may do so in another order than that of the positions.
    const sent = new LRUCache<string, true>({ max: 10 * limit });
    try {
      const stored = await read();
      const known =
        after === undefined ? stored : stored.filter(({ position }) => BigInt(position) <= after);
      for (const { position } of known) sent.set(position, true);
      let id = String(after ?? known.at(-1)?.position ?? 0);
      yield { id };
      while (!signal.aborted) {
        wakeUp.reset();
        const fresh = (await read()).filter(({ position }) => !sent.has(position));
        await streams.takeTurn(caller.developer);
        for (const one of fresh) {
          id = one.position;
          sent.set(id, true);
          yield { id, data: show(one) };
        }
        if (fresh.length === 0) yield { id };
        await wakeUp.wait(heartbeatMs);
      }
    } finally {
      subscription.end();
    }
  }
  return { events: events(), signal, end };
}

/** Reads the position of the last operation that a reader has had, which it sends when it connects again. */
function readPosition(sent: string | undefined): bigint | undefined {
  if (!sent) return undefined;
  if (/^\d{1,18}$/.test(sent)) return BigInt(sent);
  const detail = 'Is not the id of an operation in a stream.';
  throw invalidMember('/headers/Last-Event-ID', detail, `Last-Event-ID: ${detail}`);
}
