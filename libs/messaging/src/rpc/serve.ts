import {
  commonProblems,
  Problem,
  type CallContext,
  type CallName,
  type Contract,
  type Handlers,
  type ProblemCode,
  type ProblemData,
} from '@trellis/contracts';
import { maxMessageSize, type Broker } from '../broker.js';
import { batch, defaultBatching } from './batch.js';
import { replyTopic, type CallEnvelope, type CallJob, type ReplyEnvelope } from './envelope.js';
import { parseInput } from './validation.js';

interface ServeOptions<C extends Contract, Needs> {
  contract: C;
  handlers: Handlers<C, Needs>;
  /** Passed to every handler, such as the database. */
  needs: Needs;
  /** The most jobs worked on at once; each carries up to 128 calls. Default 64. */
  concurrency?: number;
  /** The problem that an error amounts to, such as a database that is unavailable. */
  problemOf?: (error: unknown) => Problem | undefined;
  /** Called with every error that amounts to no problem. */
  onUnexpected: (error: unknown, call: string) => void;
}

const checksOutputs = process.env.NODE_ENV === 'test';

/** Answers the calls of a contract that arrive on its queue until the broker is closed. */
export function serve<C extends Contract, Needs>(
  broker: Broker,
  { contract, handlers, needs, concurrency = 64, ...options }: ServeOptions<C, Needs>,
): void {
  const reply = replySender(broker);

  async function handle(envelope: CallEnvelope): Promise<void> {
    // A call that has expired is not started: nobody waits for its reply.
    if (envelope.expiresAt <= Date.now()) return;
    await reply({ nodeId: envelope.replyTo, answer: await answerTo(envelope) });
  }

  async function answerTo({ id, call, input, expiresAt }: CallEnvelope): Promise<ReplyEnvelope> {
    try {
      return { id, output: await run(call, input, { expiresAt }) };
    } catch (error) {
      return { id, problem: toProblemData(error, call) };
    }
  }

  async function run(name: string, input: unknown, context: CallContext): Promise<unknown> {
    const call = Object.hasOwn(contract.calls, name) ? contract.calls[name] : undefined;
    if (!call) throw new Problem('unknown_call', `${contract.queue} does not support ${name}.`);
    const handler = handlers[name as CallName<C>];
    const output = await handler(needs, parseInput(call.input, input) as never, context);
    return checksOutputs ? call.output.parse(output) : output;
  }

  function toProblemData(error: unknown, name: string): ProblemData {
    const problem = error instanceof Problem ? error : options.problemOf?.(error);
    const expected: readonly ProblemCode[] = [
      ...commonProblems,
      ...(contract.calls[name]?.problems ?? []),
    ];
    if (problem && expected.includes(problem.code)) return problem.toData();
    options.onUnexpected(error, name);
    return new Problem('internal', 'The service failed; the failure has been logged.').toData();
  }

  broker.worker(
    contract.queue,
    async ({ data }) => {
      const envelopes = JSON.parse((data as CallJob).calls) as CallEnvelope[];
      await Promise.all(envelopes.map(handle));
    },
    { concurrency },
  );
}

/** Sends replies; those to one node share messages. */
function replySender(broker: Broker) {
  const send = batch<{ nodeId: string; answer: string }>(
    (items) =>
      Promise.all(
        toMessages(items).map(({ nodeId, answers }) =>
          broker.relay.publish(replyTopic(nodeId), `[${answers.join()}]`),
        ),
      ),
    defaultBatching,
  );
  return ({ nodeId, answer }: { nodeId: string; answer: ReplyEnvelope }) => {
    const text = JSON.stringify(answer);
    if (Buffer.byteLength(text) < maxMessageSize / 2) return send({ nodeId, answer: text });
    const problem = new Problem('answer_too_large', 'Request fewer items with `limit`.').toData();
    return send({ nodeId, answer: JSON.stringify({ id: answer.id, problem }) });
  };
}

/** Groups answers by node into messages that stay below the size limit. */
function toMessages(items: { nodeId: string; answer: string }[]) {
  const open = new Map<string, { nodeId: string; answers: string[]; size: number }>();
  const all: { nodeId: string; answers: string[] }[] = [];
  for (const { nodeId, answer } of items) {
    // Inside a message an answer is escaped, which may double its size.
    const size = Buffer.byteLength(answer) * 2;
    let message = open.get(nodeId);
    if (!message || message.size + size > maxMessageSize) {
      message = { nodeId, answers: [], size: 0 };
      open.set(nodeId, message);
      all.push(message);
    }
    message.answers.push(answer);
    message.size += size;
  }
  return all;
}
