import {
  commonProblems,
  developerOf,
  memberErrors,
  outputOf,
  Problem,
  type CallContext,
  type CallName,
  type Contract,
  type Handlers,
  type ProblemCode,
  type ProblemData,
} from '@trellis/contracts';
import type { z } from 'zod';
import type { Broker } from '../broker.js';
import { startWorkers } from '../shards/shard-workers.js';
import {
  answerBatches,
  type Answer,
  type HandleBatch,
  type WaitingCall,
} from './answer-batches.js';
import { CallWorker } from './call-worker.js';
import { isFault, type CallEnvelope, type CallJob, type Outcome } from './envelope.js';
import { replySender } from './reply-sender.js';

interface ServeOptions<C extends Contract, Needs> {
  contract: C;
  handlers: Handlers<C, Needs>;
  /** Passed to every handler, such as the database. */
  needs: Needs;
  /**
   * Most jobs that are active at once; each carries up to 128 calls. The default of 2048 is far more than are worked
   * on, because a call that waits for its turn keeps its job active.
   */
  concurrency?: number;
  /** Maps an error to a problem, such as a database error to `unavailable`. */
  problemOf?: (error: unknown) => Problem | undefined;
  /** Called with every error that maps to no problem. */
  onUnexpected: (error: unknown, call: { call: string; developer: string }) => void;
}

type AnswerCall = (call: WaitingCall) => Promise<Answer>;

const outcomeOf = (answer: Outcome | 'expired'): string =>
  answer === 'expired' ? answer : (answer.problem?.code ?? 'ok');

const checksOutputs = process.env.NODE_ENV === 'test';

/** Parses an input; throws the problem `invalid_request`, which names each wrong member. */
function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The input of the call is not valid.', {
    errors: memberErrors(result.error),
  });
}

/** Answers the calls of a contract that arrive on its queue until the broker is closed. */
export function serve<C extends Contract, Needs>(
  broker: Broker,
  { contract, handlers, needs, concurrency = 2_048, ...options }: ServeOptions<C, Needs>,
): void {
  const reply = replySender(broker);
  const { observer, tracer } = broker;
  const rows = new Map<string, AnswerCall>();
  for (const name of Object.keys(contract.calls)) rows.set(name, answererOf(name));

  function answererOf(name: string): AnswerCall {
    const handler: unknown = handlers[name as CallName<C>];
    if (contract.calls[name]!.batched) {
      const handleBatch = handler as HandleBatch<Needs>;
      return answerBatches(
        (needs, calls) => {
          observer.batchStarted(name, calls.length);
          return handleBatch(needs, calls);
        },
        needs,
        { isOutage: (error) => options.problemOf?.(error)?.code === 'unavailable', tracer },
      );
    }
    const handle = handler as (
      needs: Needs,
      input: unknown,
      context: CallContext,
    ) => Promise<unknown>;
    return async ({ input, expiresAt }) => ({ output: await handle(needs, input, { expiresAt }) });
  }

  async function handle(
    envelope: CallEnvelope,
    { bytes, onWritten }: { bytes: number; onWritten: () => void },
  ): Promise<void> {
    const { id, call, input, replyTo } = envelope;
    const expiresAt = broker.clock.toLocal(envelope.expiresAt);
    // Unknown names would create a metric each.
    const name = rows.has(call) ? call : 'unknown';
    if (envelope.sentAt) observer.callArrived(name, broker.clock.now() - envelope.sentAt);
    const startedAt = performance.now();
    // An expired call is not started: nobody waits for its reply.
    const isLate = expiresAt <= Date.now();
    const span = tracer?.startAnswer({ name, queue: contract.queue }, envelope.trace);
    const answering = () => answerTo(call, { input, expiresAt, bytes });
    const answer = isLate ? 'expired' : await (span ? span.run(answering) : answering());
    const outcome = outcomeOf(answer);
    observer.callAnswered(name, outcome, performance.now() - startedAt);
    span?.replies();
    try {
      if (answer === 'expired') onWritten();
      else await reply({ nodeId: replyTo, answer: { id, ...answer }, onWritten });
    } finally {
      span?.end(outcome, isFault(outcome));
    }
  }

  async function answerTo(
    name: string,
    { input, ...waiting }: WaitingCall,
  ): Promise<Outcome | 'expired'> {
    try {
      const row = rows.get(name);
      if (!row) throw new Problem('unknown_call', `${contract.queue} does not support ${name}.`);
      const call = contract.calls[name]!;
      const answer = await row({ input: parseInput(call.input, input), ...waiting });
      if (answer === 'expired') return answer;
      if ('error' in answer) throw answer.error;
      return { output: checksOutputs ? outputOf(call).parse(answer.output) : answer.output };
    } catch (error) {
      return { problem: toProblemData(error, name, input) };
    }
  }

  function toProblemData(error: unknown, name: string, input: unknown): ProblemData {
    const problem = error instanceof Problem ? error : options.problemOf?.(error);
    const expected: readonly ProblemCode[] = [
      ...commonProblems,
      ...(contract.calls[name]?.problems ?? []),
    ];
    if (problem && expected.includes(problem.code)) return problem.toData();
    options.onUnexpected(error, { call: name, developer: developerOf(input) });
    return new Problem('internal', 'The service failed; the failure has been logged.').toData();
  }

  async function work(data: object, onAnswered: () => void): Promise<void> {
    const { calls } = data as CallJob;
    const envelopes = JSON.parse(calls) as CallEnvelope[];
    const bytes = calls.length / envelopes.length;
    let unanswered = envelopes.length;
    const onWritten = () => {
      unanswered -= 1;
      if (unanswered === 0) onAnswered();
    };
    await Promise.all(envelopes.map((envelope) => handle(envelope, { bytes, onWritten })));
  }
  startWorkers(broker, contract, {
    concurrency,
    hasDelays: false,
    start({ shard, concurrency: share }) {
      const settings = { concurrency: share };
      const { worker, claims } = broker.claimingWorker(CallWorker, contract.queue, settings, shard);
      worker.start(claims, work);
      return worker;
    },
  });
}
