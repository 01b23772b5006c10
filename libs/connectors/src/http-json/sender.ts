import {
  afterRefresh,
  ConnectorFailure,
  Unauthorized,
  Unavailable,
  type HttpAnswer,
  type HttpRequest,
} from '@trellis/connector-sdk';
import { acceptOf, parsedOnce } from './answer.js';
import { authorize, type Credentials } from './authorize.js';
import { CutShort, tooManyBytes, type PollBudget } from './budget.js';
import type { Compiled } from './compile.js';
import type { Context } from './configuration.js';
import { contentOf } from './content.js';
import type { Command } from './description/requests.js';
import type { Guard } from './guard.js';
import { meaningOf, type rulesOf } from './failures.js';
import { withReason } from './reason.js';
import { filledTexts, type Variables } from './template.js';
import type { AccessTokens } from './tokens.js';

/** The largest answer (bytes), by its format: XML takes longer to read. */
const maxAnswerBytes = { json: 4 * 1024 * 1024, xml: 1024 * 1024 };

export interface Outgoing extends Pick<Command, 'headers' | 'body' | 'body_as' | 'answer_as'> {
  /** The name of the request in the description. */
  name?: string;
  method: NonNullable<HttpRequest['method']>;
  url: URL;
  variables: Readonly<Record<string, unknown>>;
  /** The variables of the item that it reads. */
  item?: Variables;
  /** The meanings of its answers. */
  rules: ReturnType<typeof rulesOf>;
  /** Whether it is a write or an action. */
  isCommand?: boolean;
}

/** An answer to a request of the description, kept to be explained. */
export interface Seen {
  request: string;
  variables: Variables;
  answer: HttpAnswer;
}

interface Given extends Pick<Context, 'http' | 'signal' | 'instance'> {
  /** The beginning of all addresses. */
  base: string;
  tls: HttpRequest['tls'];
  compiled: Compiled;
  budget: PollBudget;
  guard: Guard;
  seen: Seen[] | undefined;
  tokens: AccessTokens | undefined;
  /** Returns the credentials of a request, whose token is the current one. */
  credentials(): Promise<Credentials>;
}

type Addressed = HttpRequest & { url: URL; headers: Record<string, string> };

export interface Sender {
  /** Returns whether a failure means that the access token has to be renewed by the runtime. */
  isTokenRefused(failure: ConnectorFailure): boolean;
  /**
   * Sends a request with the credentials; undefined when its answer means that there is nothing. Throws what the answer
   * means otherwise, and `CutShort` when the poll has reached a limit.
   */
  send(outgoing: Outgoing): Promise<HttpAnswer | undefined>;
}

export function createSender(given: Given): Sender {
  const { base, budget, seen, tokens } = given;
  const refusals = new WeakSet<ConnectorFailure>();
  /** The answer about a rate limit after which this poll sends nothing more. */
  let limited: Unavailable | undefined;

  /** Sends a request, and once more with a new token if there can be one. */
  async function sendAuthorized(request: Addressed, outgoing: Outgoing) {
    for (;;) {
      const credentials = await given.credentials();
      const sent = { ...request, ...authorize(credentials, request), accept: 'any' } as const;
      const answer = parsedOnce(await given.http(sent), outgoing.answer_as);
      const meaning = understand(given, answer, outgoing);
      if (!(meaning instanceof Unauthorized) || !tokens) return { answer, meaning };
      if (meaning.facts.cause === 'credentials_refused') refusals.add(meaning);
      if (!tokens.renew) return { answer, meaning };
      const isRenewed = 'token' in credentials && (await tokens.renew(credentials.token));
      if (!isRenewed) return { answer, meaning: afterRefresh(meaning) };
    }
  }

  return {
    isTokenRefused: (failure) =>
      tokens !== undefined && tokens.renew === undefined && refusals.has(failure),
    async send(outgoing) {
      const { name, item, url } = outgoing;
      if (url.origin !== new URL(base).origin) {
        throw new Unavailable('The API refers to another server, which is not asked.', {
          cause: 'other_server',
          address: url.origin,
        });
      }
      if (limited) throw limited;
      const { answer, meaning } = await sendAuthorized(requestOf(given, outgoing), outgoing);
      budget.record('bytes', answer.text.length);
      if (name !== undefined && item) seen?.push({ request: name, variables: item, answer });
      if (meaning instanceof Unavailable && meaning.facts.cause === 'rate_limited')
        limited = meaning;
      if (meaning instanceof ConnectorFailure) throw meaning;
      return meaning === 'nothing' ? undefined : answer;
    },
  };
}

/** Returns what an answer means, with the reason that it states. */
function understand(
  { compiled, budget, guard, instance }: Given,
  answer: HttpAnswer,
  { url, method, rules, isCommand = false }: Outgoing,
) {
  const meaning = meaningOf({ answer, url, method, isCommand, rules, compiled, budget });
  if (!(meaning instanceof ConnectorFailure)) return meaning;
  return withReason(meaning, answer, { secrets: guard.secrets, names: instance.secrets });
}

/** Returns a request as it is sent, without credentials. Throws `CutShort` when the poll has reached a limit. */
function requestOf({ budget, signal, tls }: Given, outgoing: Outgoing): Addressed {
  const { name, method, url, variables } = outgoing;
  budget.spend('requests');
  // The size of a response is counted when it is known.
  if (!budget.has('bytes')) throw tooManyBytes();
  const remainingMs = Math.floor(budget.remainingMs);
  if (remainingMs <= 0) throw new CutShort('A poll takes at most 20 seconds.');
  const content = contentOf(outgoing, variables);
  return {
    name,
    url,
    method,
    signal,
    tls,
    maxBytes: maxAnswerBytes[outgoing.answer_as],
    timeoutMs: Math.min(remainingMs, 10_000),
    ...content,
    headers: {
      ...acceptOf(outgoing),
      ...filledTexts(outgoing.headers, variables),
      ...content.headers,
    },
  };
}
