import { randomUUID } from 'node:crypto';
import type { OperationRequest } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import type { Binding, Sealing } from '@trellis/sealing';
import type { DeviceRequest, Performed } from '../isolation/device-request.js';
import { fromSentError, toSentError, type Outcome } from '../isolation/failures.js';
import { healthOf, Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import type { Offered, Offers, Wanted } from '../listening/offers.js';
import type { ClientRow } from '../session.js';
import { Interrupted } from './problem.js';

/** How long another process may take to begin (ms). */
const beginMs = 250;

/** How often a process shows that it performs a request (ms). */
const signOfLifeMs = 500;

/** How long a process may be silent about a request until its outcome counts as lost (ms). */
const maxSilenceMs = 2_500;

/** How long to wait before another attempt to subscribe (ms). Until it succeeds, others get no answer. */
const resubscribeMs = 1_000;

/** A request of a client's device. */
interface ClientRequest extends Wanted {
  developer: string;
  /** The process that listens for the client; null when none does. */
  worker: string | null;
  isRepeatable: boolean;
  request: DeviceRequest;
  isDebugged: boolean;
  /** Takes what was sent and received when the request fails, or when its client is debugged. */
  onRequests(requests: OperationRequest[]): void;
}

/** The connections of all listeners, in this process and in others. */
export interface OpenConnections {
  /**
   * Performs a request on the connection that listens for its client. Resolves with undefined when there is none; then
   * nothing was sent. Throws what the connector throws, and `Interrupted` when the outcome of another process is lost.
   */
  perform(request: ClientRequest, signal: AbortSignal): Promise<Performed | undefined>;
}

type Question =
  | ({ kind: 'isReady' } & Wanted)
  /** The request is encrypted; the time is that of the clock that all processes share (ms since 1970). */
  | ({
      kind: 'perform';
      request: string;
      isRepeatable: boolean;
      isDebugged: boolean;
      expires: number;
    } & Wanted);

/** The outcome of a request, with what was sent and received. */
type Reported = Outcome<Performed> & { requests?: OperationRequest[] };

/** Whether a process is ready, or the encrypted outcome of a request; false when nothing was sent. */
type Answer = boolean | string;

type Message = { id: string } & (
  | { from: string; question: Question }
  /** Without an answer, it is a sign of life. */
  | { answer?: Answer }
);

interface Needs {
  broker: Pick<Broker, 'nodeId' | 'hints' | 'clock'>;
  sealing: Sealing;
  offers: Offers;
  bulkhead: Bulkhead;
}

/**
 * Connects this process with those that listen. Before it sends a request to another process, it asks whether that is
 * ready; a repeatable one does not wait for the answer. A request that was not sent can be performed elsewhere.
 */
export async function connectListeners({
  broker,
  sealing,
  offers,
  bulkhead,
}: Needs): Promise<OpenConnections> {
  const { nodeId, hints, clock } = broker;
  const pending = new Map<string, (answer: Answer | undefined) => void>();
  const send = (to: string, message: Message) => void hints.publish(topicOf(to), message);

  /** Asks another process; resolves with undefined once it has been silent for a time (ms). */
  const ask = (to: string, question: Question, maxSilenceMs: number): Promise<Answer | undefined> =>
    new Promise((resolve) => {
      const id = randomUUID();
      const end = (answer?: Answer) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(end, maxSilenceMs).unref();
      pending.set(id, (answer) => (answer === undefined ? timer.refresh() : end(answer)));
      send(to, { id, from: nodeId, question });
    });

  async function answerTo(question: Question): Promise<Answer> {
    const offered = offers.find(question);
    if (question.kind === 'isReady' || !offered) return offered !== undefined;
    if (question.expires < clock.now()) return false;
    const { isRepeatable, isDebugged } = question;
    const { row } = offered.session;
    let requests: OperationRequest[] | undefined;
    const onRequests = (taken: OperationRequest[]) => void (requests = taken);
    const { developer, instance } = row;
    const origin = { developer, group: instance.id, health: healthOf(row) };
    const seal = (outcome: Outcome<Performed>) =>
      sealing.seal(bindingOfOutcome(row), { ...outcome, requests });
    try {
      const request = sealing.open(bindingOfRequest(row), question.request) as DeviceRequest;
      const value = await bulkhead.run(origin, (signal) =>
        performOffered(offered, { request, isRepeatable, isDebugged, onRequests }, signal),
      );
      return value ? seal({ value }) : false;
    } catch (error) {
      return error instanceof Overloaded ? false : seal({ error: toSentError(error) });
    }
  }

  async function receive(message: Message): Promise<void> {
    if (!('question' in message)) return pending.get(message.id)?.(message.answer);
    const { id, from, question } = message;
    const signsOfLife = setInterval(() => send(from, { id }), signOfLifeMs).unref();
    try {
      send(from, { id, answer: await answerTo(question) });
    } finally {
      clearInterval(signsOfLife);
    }
  }

  async function forward(
    worker: string,
    { client, developer, configuration, isRepeatable, isDebugged, request, ...rest }: ClientRequest,
  ): Promise<Performed | undefined> {
    const wanted = { client, configuration };
    const ready = ask(worker, { kind: 'isReady', ...wanted }, beginMs);
    if (!isRepeatable && (await ready) !== true) return undefined;
    const row = { developer, id: client };
    const sealed = sealing.seal(bindingOfRequest(row), request);
    const expires = clock.now() + beginMs;
    const given = { request: sealed, isRepeatable, isDebugged, expires };
    const answered = ask(worker, { kind: 'perform', ...given, ...wanted }, maxSilenceMs);
    if ((await ready) !== true) return undefined;
    const answer = await answered;
    if (answer === undefined) throw new Interrupted();
    if (typeof answer === 'boolean') return undefined;
    const outcome = sealing.open(bindingOfOutcome(row), answer) as Reported;
    if (outcome.requests) rest.onRequests(outcome.requests);
    if ('error' in outcome) throw fromSentError(outcome.error);
    return outcome.value;
  }

  const subscribe = (): Promise<unknown> =>
    hints
      .subscribe<Message>(topicOf(nodeId), (message) => {
        // Without an answer, the request counts as lost.
        receive(message).catch(() => undefined);
      })
      .catch(() => setTimeout(() => void subscribe(), resubscribeMs).unref());
  await subscribe();
  return {
    async perform(wanted, signal) {
      const { worker } = wanted;
      const offered = offers.find(wanted);
      if (offered) return performOffered(offered, wanted, signal);
      return worker === null || worker === nodeId ? undefined : forward(worker, wanted);
    },
  };
}

/** Performs a request on a connection of this process. */
async function performOffered(
  { perform, session }: Offered,
  given: Pick<ClientRequest, 'request' | 'isRepeatable' | 'isDebugged' | 'onRequests'>,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { request, isRepeatable, isDebugged, onRequests } = given;
  const since = Date.now();
  const takeRequests = () => onRequests(session.recording.requests(since));
  try {
    const performed = await perform(request, { isRepeatable, signal });
    if (isDebugged) takeRequests();
    return performed;
  } catch (error) {
    takeRequests();
    throw error;
  }
}

/** Another one than before these messages, which would end a process of an earlier version. */
const topicOf = (process: string) => `device-requests.process.${process}`;

type Owned = Pick<ClientRow, 'developer' | 'id'>;

const bindingOfRequest = ({ developer, id }: Owned): Binding => ({
  purpose: 'device-request',
  developer,
  id,
});

const bindingOfOutcome = ({ developer, id }: Owned): Binding => ({
  purpose: 'device-outcome',
  developer,
  id,
});
