import {
  defaultCallTimeoutMs,
  developerOf,
  Problem,
  type CallName,
  type Contract,
  type Input,
  type Output,
} from '@trellis/contracts';
import { createBatcher } from '@trellis/platform/concurrency';
import type { Broker } from '../broker.js';
import { shardedQueue } from '../shards/sharded-queue.js';
import {
  batchLimits,
  isFault,
  type CallEnvelope,
  type CallJob,
  type ReplyEnvelope,
} from './envelope.js';

/**
 * Calls a service by the names of its contract; rejects with a {@link Problem}. The service checks the input; the row
 * of the call has the timeout.
 */
export type RpcClient<C extends Contract> = <Name extends CallName<C>>(
  name: Name,
  input: Input<C, Name>,
  options?: CallOptions,
) => Promise<Output<C, Name>>;

interface CallOptions {
  /** Timeout if it is shorter than that of the row (ms). */
  withinMs?: number;
}

interface PendingCall {
  resolve(output: unknown): void;
  reject(problem: Problem): void;
}

/** Share of the timeout that the service has; in the rest it rolls back what is not stored by then. */
const serviceShare = 0.9;

/** Calls are numbered across all clients of a process, because replies are sent to the process. */
let lastId = 0;

/** A call that waits for its batch. */
interface OutgoingCall {
  developer: string;
  envelope: string;
}

/** Connects a typed client of the service that serves `contract`; `limits` are those of call batches. */
export async function connectRpcClient<C extends Contract>(
  broker: Broker,
  contract: C,
  limits = batchLimits,
): Promise<RpcClient<C>> {
  const pending = new Map<string, PendingCall>();
  await broker.replies.receive((text) => {
    for (const reply of JSON.parse(text) as ReplyEnvelope[]) {
      // An unknown reply is late, or belongs to another client of this process.
      const call = pending.get(reply.id);
      if (reply.problem) call?.reject(Problem.fromData(reply.problem));
      else call?.resolve(reply.output);
    }
  });

  const shards = shardedQueue(broker, contract);
  const enqueue = createBatcher<OutgoingCall, undefined>(
    async (calls) => {
      const job: CallJob = { calls: `[${calls.map(({ envelope }) => envelope).join()}]` };
      await broker.jobs.add(shards.next(), 'calls', job);
      return [];
    },
    {
      ...limits,
      sizeOf: ({ envelope }) => envelope.length,
      ownerOf: ({ developer }) => developer,
    },
  );

  const timeout = () => new Problem('timeout', `${contract.queue} did not answer in time.`);

  return async (name, input, { withinMs = Infinity } = {}) => {
    const id = String((lastId += 1));
    const timeoutMs = Math.min(contract.calls[name]!.timeoutMs ?? defaultCallTimeoutMs, withinMs);
    if (timeoutMs <= 0) throw timeout();
    const sentAt = broker.clock.now();
    const expiresAt = sentAt + timeoutMs * serviceShare;
    const startedAt = performance.now();
    const span = broker.tracer?.startCall({ name, queue: contract.queue });
    let outcome = 'ok';
    let timer: NodeJS.Timeout | undefined;
    try {
      const output = await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        timer = setTimeout(() => reject(timeout()), timeoutMs);
        const { nodeId: replyTo } = broker;
        const envelope: CallEnvelope = { id, call: name, sentAt, expiresAt, replyTo, input };
        if (span?.context) envelope.trace = span.context;
        enqueue({
          developer: developerOf(input),
          envelope: JSON.stringify(envelope),
        }).catch(() => reject(new Problem('unavailable', 'The message queue is not available.')));
      });
      return output as Output<C, typeof name>;
    } catch (error) {
      outcome = (error as Problem).code;
      throw error;
    } finally {
      broker.observer.callEnded(name, outcome, performance.now() - startedAt);
      span?.end(outcome, isFault(outcome));
      clearTimeout(timer);
      pending.delete(id);
    }
  };
}
