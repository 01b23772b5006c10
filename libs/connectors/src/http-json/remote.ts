import {
  Misconfigured,
  pinOnFirstUse,
  Unauthorized,
  Unavailable,
  type HttpAnswer,
  type HttpRequest,
  afterRefresh,
  ConnectorFailure,
} from '@trellis/connector-sdk';
import { parsedOnce } from './answer.js';
import {
  authorize,
  credentialsOf,
  secretsIn,
  tokensOf,
  type Credentials,
  createGuard,
  type Guard,
} from './authorize.js';
import { compileInstance, type Compiled } from './compile.js';
import type { Context, Instance } from './configuration.js';
import { meaningOf, type rulesOf } from './failures.js';
import { checkParameters, parameterValues, standIns } from './parameters.js';
import { reasonIn } from './reason.js';
import { createPollBudget, CutShort, tooManyBytes, type PollBudget } from './budget.js';
import { expandUri, fillBody, fillText, type Variables } from './template.js';

const maxAnswerBytes = 4 * 1024 * 1024;

export interface Outgoing {
  /** The name of the request in the description. */
  name?: string;
  method: NonNullable<HttpRequest['method']>;
  url: URL;
  headers: Record<string, string>;
  body?: unknown;
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

type Addressed = HttpRequest & { url: URL; headers: Record<string, string> };

export interface Remote {
  description: Instance;
  compiled: Compiled;
  parameters: Variables;
  budget: PollBudget;
  effort: Context['effort'];
  guard: Guard;
  memory: Context['memory'];
  explain: Context['explain'];
  /** The answers, in a trial that explains them. */
  seen: Seen[] | undefined;
  /** Returns whether a failure means that the access token has to be renewed by the runtime. */
  isTokenRefused(failure: ConnectorFailure): boolean;
  /** Takes secrets out of the address and the message of a failure. */
  conceal<Failure extends ConnectorFailure>(failure: Failure): Failure;
  /** Returns the address of a request. Throws `Unavailable` when its variables make no valid one. */
  addressOf(template: string, variables: Variables): URL;
  /**
   * Sends a request with the credentials; undefined when its answer means that there is nothing. Throws what the answer
   * means otherwise, and `CutShort` when the poll has reached a limit.
   */
  send(outgoing: Outgoing): Promise<HttpAnswer | undefined>;
}

export function openRemote(context: Context): Remote {
  const { instance: description, http, signal, explain, pasted } = context;
  const given = givenParameters(context);
  const [wrong] = checkParameters(description.parameters, given);
  if (wrong)
    throw new Misconfigured(`The parameter ${wrong.name}: ${wrong.detail}`, {
      cause: 'configuration_invalid',
    });
  const parameters = parameterValues(description.parameters, given);
  const base = baseOf(description, parameters);
  const fixed: Credentials = pasted
    ? { scheme: 'none' }
    : credentialsOf(description.authentication, parameters);
  const tls = tlsOf(description, context);
  const tokens = pasted ? undefined : tokensOf(context, { parameters, tls });
  const guard = createGuard([
    ...secretsIn(fixed),
    ...Object.entries(parameters).flatMap(([name, value]) =>
      description.parameters[name]?.secret ? [String(value)] : [],
    ),
  ]);
  const budget = createPollBudget(undefined, context.effort);

  async function currentCredentials(): Promise<Credentials> {
    if (!tokens) return fixed;
    const token = await tokens.get();
    guard.add(token);
    return { scheme: 'bearer', token };
  }

  const compiled = compileInstance(description);
  const seen: Seen[] | undefined = explain && [];

  const refusals = new WeakSet<ConnectorFailure>();

  /** Returns what an answer means, with the reason that it states. */
  function understand(answer: HttpAnswer, { url, method, rules, isCommand = false }: Outgoing) {
    const meaning = meaningOf({ answer, url, method, isCommand, rules, compiled, budget });
    if (!(meaning instanceof ConnectorFailure)) return meaning;
    const { secrets: names } = description;
    const reason = reasonIn(answer, { secrets: guard.secrets, names });
    if (reason !== undefined) meaning.message = meaning.message.replace(/\.$/, `: ${reason}.`);
    if (meaning instanceof Unauthorized && meaning.facts.cause === 'credentials_refused') {
      refusals.add(meaning);
    }
    return meaning;
  }

  /** Sends a request, and once more with a new token if there can be one. */
  async function sendAuthorized(request: Addressed, outgoing: Outgoing) {
    for (;;) {
      const credentials = await currentCredentials();
      const sent = { ...request, ...authorize(credentials, request), accept: 'any' } as const;
      const answer = parsedOnce(await http(sent));
      const meaning = understand(answer, outgoing);
      if (!(meaning instanceof Unauthorized) || !tokens?.renew) return { answer, meaning };
      const isRenewed = credentials.scheme === 'bearer' && (await tokens.renew(credentials.token));
      if (!isRenewed) return { answer, meaning: afterRefresh(meaning) };
    }
  }

  /** The answer after which nothing more is sent. */
  let limited: Unavailable | undefined;

  async function send(outgoing: Outgoing): Promise<HttpAnswer | undefined> {
    const { name, method, url, headers, body, variables, item } = outgoing;
    if (url.origin !== new URL(base).origin) {
      throw new Unavailable('The API refers to another server, which is not asked.', {
        cause: 'other_server',
        address: url.origin,
      });
    }
    if (limited) throw limited;
    budget.spend('requests');
    // The size of a response is counted when it is known.
    if (!budget.has('bytes')) throw tooManyBytes();
    const remainingMs = Math.floor(budget.remainingMs);
    if (remainingMs <= 0) throw new CutShort('A poll takes at most 20 seconds.');
    const request = {
      name,
      url,
      headers: filled(headers, variables),
      method,
      signal,
      tls,
      maxBytes: maxAnswerBytes,
      timeoutMs: Math.min(remainingMs, 10_000),
      json: body === undefined ? undefined : fillBody(body, variables),
    };
    const { answer, meaning } = await sendAuthorized(request, outgoing);
    budget.record('bytes', answer.text.length);
    if (name !== undefined && item) seen?.push({ request: name, variables: item, answer });
    if (meaning instanceof Unavailable && meaning.facts.cause === 'rate_limited') limited = meaning;
    if (meaning instanceof ConnectorFailure) throw meaning;
    return meaning === 'nothing' ? undefined : answer;
  }
  return {
    description,
    compiled,
    parameters,
    budget,
    guard,
    memory: context.memory,
    effort: context.effort,
    explain,
    seen,
    isTokenRefused: (failure) =>
      tokens !== undefined && tokens.renew === undefined && refusals.has(failure),
    conceal(failure) {
      const { facts, message } = failure;
      if (guard.reveals(decoded(facts.address))) facts.address = new URL(base).origin;
      if (guard.reveals(decoded(message)))
        failure.message = 'The request failed; what the API says about it has a secret.';
      return failure;
    },
    addressOf(template, variables) {
      const path = expandUri(template, variables);
      if (path === undefined) {
        throw new Unavailable('A value cannot be part of an address.', {
          sent: false,
          cause: 'unexpected_form',
          address: new URL(base).origin,
        });
      }
      return new URL(`${base}${path}`);
    },
    send,
  };
}

function givenParameters({ instance, client, pasted }: Context): Variables {
  if (!pasted) return client.parameters;
  return Object.assign({}, standIns(instance.parameters), client.parameters);
}

function baseOf({ base_url }: Instance, parameters: Variables): string {
  const base = fillText(base_url, parameters) ?? base_url;
  if (!URL.canParse(base))
    throw new Misconfigured('The address of the API is not valid.', { cause: 'address_invalid' });
  return base.replace(/\/+$/, '');
}

/** Decodes percent-encoding, in which a secret would not be found. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

const tlsOf = ({ ca, certificate }: Instance, { memory }: Context): HttpRequest['tls'] => {
  if (certificate === 'first_use') return { pin: pinOnFirstUse(memory, 'server') };
  return ca === undefined ? {} : { ca };
};

const filled = (
  headers: Record<string, string>,
  variables: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      fillText(text, variables as Variables) ?? '',
    ]),
  );
