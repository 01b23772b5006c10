import {
  defaultCallTimeoutMs,
  Problem,
  type CallName,
  type Contract,
  type Input,
  type Output,
} from '@trellis/contracts';
import { v4 as uuid } from 'uuid';
import type { Broker } from '../broker.js';
import { batch, defaultBatching } from './batch.js';
import { replyTopic, type CallEnvelope, type CallJob, type ReplyEnvelope } from './envelope.js';

/**
 * Calls a service by the names of its contract; rejects with a {@link Problem}. The service checks the
 * input; the row of the call says how long to wait for the answer.
 */
export type RpcClient<C extends Contract> = <Name extends CallName<C>>(
  name: Name,
  input: Input<C, Name>,
) => Promise<Output<C, Name>>;

interface PendingCall {
  resolve(output: unknown): void;
  reject(problem: Problem): void;
}

/** A typed client of the service that serves `contract`; `batching` says how calls share jobs. */
export async function connectRpcClient<C extends Contract>(
  broker: Broker,
  contract: C,
  batching = defaultBatching,
): Promise<RpcClient<C>> {
  const pending = new Map<string, PendingCall>();
  await broker.relay.subscribe<string>(replyTopic(broker.nodeId), ({ data }) => {
    for (const reply of JSON.parse(data) as ReplyEnvelope[]) {
      // An unknown reply came too late, or is for another client of this process.
      const call = pending.get(reply.id);
      if (reply.problem) call?.reject(Problem.fromData(reply.problem));
      else call?.resolve(reply.output);
    }
  });

  const queue = broker.queue(contract.queue);
  const enqueue = batch<CallEnvelope>(async (calls) => {
    const job: CallJob = { calls: JSON.stringify(calls) };
    await queue.add('calls', job, { removeOnComplete: true, removeOnFail: true });
  }, batching);

  return async (name, input) => {
    const id = uuid();
    const { timeoutMs = defaultCallTimeoutMs } = contract.calls[name]!;
    const expiresAt = Date.now() + timeoutMs;
    let timer: NodeJS.Timeout | undefined;
    try {
      const output = await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        timer = setTimeout(
          () => reject(new Problem('timeout', `${contract.queue} did not answer in time.`)),
          timeoutMs,
        );
        enqueue({ id, call: name, expiresAt, replyTo: broker.nodeId, input }).catch(() =>
          reject(new Problem('unavailable', 'The message queue is not available.')),
        );
      });
      return output as never;
    } finally {
      clearTimeout(timer);
      pending.delete(id);
    }
  };
}
