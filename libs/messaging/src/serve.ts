import {
  commonProblems,
  Problem,
  type CallName,
  type Contract,
  type Output,
  type ProblemCode,
  type ProblemData,
  type Received,
} from '@trellis/contracts';
import { maxMessageSize, type Broker } from './broker.js';
import { replyTopic, type CallEnvelope, type CallJob, type ReplyEnvelope } from './envelope.js';
import { gather } from './gather.js';
import { parseInput } from './validation.js';

/** What a handler is told beside its input. */
export interface CallContext {
  /** Milliseconds since the epoch. */
  deadline: number;
}

/** A handler for each call of a contract; the compiler finds the missing one. */
export type Handlers<C extends Contract> = {
  [Name in CallName<C>]: (
    input: Received<C, Name>,
    context: CallContext,
  ) => Promise<Output<C, Name>>;
};

export interface ServeOptions {
  /** Jobs worked on at once; each carries one call or several. */
  concurrency?: number;
  /** Gives a failure that is not a problem a name, such as a database that is away. */
  nameFailure?: (error: unknown) => Problem | undefined;
  /** Told of what no problem names. */
  onUnexpected: (error: unknown, call: string) => void;
}

/** Answers the calls of `contract` that arrive on its queue until the broker is closed. */
export function serve<C extends Contract>(
  broker: Broker,
  contract: C,
  handlers: Handlers<C>,
  options: ServeOptions,
): void {
  const reply = replies(broker);

  async function handle(envelope: CallEnvelope): Promise<void> {
    if (envelope.deadline <= Date.now()) return;
    const answer = await answerTo(envelope);
    await reply({ nodeId: envelope.replyTo, answer });
  }

  async function answerTo({ id, call, input, deadline }: CallEnvelope): Promise<ReplyEnvelope> {
    try {
      return { id, output: await run(call, input, { deadline }) };
    } catch (error) {
      return { id, problem: problemOf(error, call) };
    }
  }

  async function run(name: string, input: unknown, context: CallContext): Promise<unknown> {
    const call = Object.hasOwn(contract.calls, name) ? contract.calls[name] : undefined;
    if (!call) throw new Problem('unknown_call', `${contract.queue} does not know ${name}.`);
    const handler = handlers[name as CallName<C>];
    return call.output.parse(await handler(parseInput(call.input, input) as never, context));
  }

  function problemOf(error: unknown, name: string): ProblemData {
    const problem = error instanceof Problem ? error : options.nameFailure?.(error);
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
    { concurrency: options.concurrency ?? 64 },
  );
}

/** Sends replies, those for one node together where they gather. */
function replies(broker: Broker) {
  const send = gather<{ nodeId: string; answer: string }>(
    (items) =>
      Promise.all(
        messages(items).map(({ nodeId, answers }) =>
          broker.relay.publish(replyTopic(nodeId), `[${answers.join()}]`),
        ),
      ),
    { inFlight: 2, most: 128 },
  );
  return ({ nodeId, answer }: { nodeId: string; answer: ReplyEnvelope }) => {
    const text = JSON.stringify(answer);
    if (Buffer.byteLength(text) < maxMessageSize / 2) return send({ nodeId, answer: text });
    const problem = new Problem('answer_too_large', 'Ask for fewer items with limit.').toData();
    return send({ nodeId, answer: JSON.stringify({ id: answer.id, problem }) });
  };
}

/** Groups answers by node, none of the messages larger than may cross. */
function messages(items: { nodeId: string; answer: string }[]) {
  const open = new Map<string, { nodeId: string; answers: string[]; size: number }>();
  const all: { nodeId: string; answers: string[] }[] = [];
  for (const { nodeId, answer } of items) {
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
