import { Problem, type CallName, type Contract, type Input, type Output } from '@trellis/contracts';
import { v4 as uuid } from 'uuid';
import type { Broker } from './broker.js';
import { replyTopic, type CallEnvelope, type CallJob, type ReplyEnvelope } from './envelope.js';
import { gather, type GatherOptions } from './gather.js';
import { parseInput } from './validation.js';

export interface CallOptions {
  /** Milliseconds to wait for the answer. */
  deadline?: number;
}

/** Calls a service by the names of its contract; rejects with a {@link Problem}. */
export type Client<C extends Contract> = <Name extends CallName<C>>(
  name: Name,
  input: Input<C, Name>,
  options?: CallOptions,
) => Promise<Output<C, Name>>;

const defaultDeadline = 5_000;

/** Measured in `bench/`: two jobs under way keep both ends busy. */
const defaultSharing: GatherOptions = { inFlight: 2, most: 128 };

interface Waiting {
  resolve(output: unknown): void;
  reject(problem: Problem): void;
}

/** A typed client of the service that serves `contract`; `sharing` says how calls share jobs. */
export async function connectClient<C extends Contract>(
  broker: Broker,
  contract: C,
  sharing = defaultSharing,
): Promise<Client<C>> {
  const waiting = new Map<string, Waiting>();
  await broker.relay.subscribe<string>(replyTopic(broker.nodeId), ({ data }) => {
    for (const reply of JSON.parse(data) as ReplyEnvelope[]) {
      // A reply that nobody waits for came after its deadline, or is for another client here.
      const call = waiting.get(reply.id);
      if (reply.problem) call?.reject(Problem.fromData(reply.problem));
      else call?.resolve(reply.output);
    }
  });

  const queue = broker.queue(contract.queue);
  const enqueue = gather<CallEnvelope>(async (calls) => {
    const job: CallJob = { calls: JSON.stringify(calls) };
    await queue.add('calls', job, { removeOnComplete: true, removeOnFail: true });
  }, sharing);

  return async (name, input, options) => {
    const { input: inputSchema, output: outputSchema } = contract.calls[name]!;
    const deadline = Date.now() + (options?.deadline ?? defaultDeadline);
    const envelope: CallEnvelope = {
      id: uuid(),
      call: name,
      deadline,
      replyTo: broker.nodeId,
      input: parseInput(inputSchema, input),
    };
    let timer: NodeJS.Timeout | undefined;
    try {
      const output = await new Promise((resolve, reject) => {
        waiting.set(envelope.id, { resolve, reject });
        timer = setTimeout(
          () => reject(new Problem('timeout', `${contract.queue} did not answer in time.`)),
          deadline - Date.now(),
        );
        enqueue(envelope).catch(() =>
          reject(new Problem('unavailable', 'The message queue is not available.')),
        );
      });
      return outputSchema.parse(output) as never;
    } finally {
      clearTimeout(timer);
      waiting.delete(envelope.id);
    }
  };
}
