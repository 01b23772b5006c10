import {
  Misconfigured,
  pinOnFirstUse,
  Unauthorized,
  Unavailable,
  type HttpAnswer,
  type HttpRequest,
  afterRefresh,
  type ConnectorFailure,
} from '@trellis/connector-sdk';
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
import { isTooLarge } from './json-path.js';
import { checkParameters, parameterValues, standIns } from './parameters.js';
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
  /** The path at which an answer says that the access token is refused. */
  tokenRefused?: string | undefined;
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
  /** Sends a request with the credentials. Throws `CutShort` when the poll has reached a limit. */
  send(outgoing: Outgoing): Promise<HttpAnswer>;
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

  async function credentials(): Promise<Credentials> {
    if (!tokens) return fixed;
    const token = await tokens.get();
    guard.add(token);
    return { scheme: 'bearer', token };
  }

  const compiled = compileInstance(description);

  /** Throws `Unauthorized` for an answer that refuses the access token, although the status says otherwise. */
  function requireTokenTaken(answer: HttpAnswer, path: string | undefined): void {
    if (!tokens || path === undefined || answer.text.trim() === '') return;
    const [found] = compiled.path(path).select(jsonOf(answer), { budget });
    if (found === undefined || found === null) return;
    const { address } = answer;
    const facts = { cause: 'credentials_refused', status: 401, address } as const;
    throw new Unauthorized('The API refuses the access token.', facts);
  }

  let isRenewed = false;
  /** Sends a request, and once more with a new token if there can be one. */
  async function sendAuthorized(request: Addressed, refused?: string): Promise<HttpAnswer> {
    try {
      const answer = await http({ ...request, ...authorize(await credentials(), request) });
      requireTokenTaken(answer, refused);
      return answer;
    } catch (error) {
      if (!(error instanceof Unauthorized) || !tokens?.forget) throw error;
      if (isRenewed) throw afterRefresh(error);
      isRenewed = true;
      await tokens.forget();
      return sendAuthorized(request, refused);
    }
  }

  async function send({
    name,
    method,
    url,
    headers,
    body,
    variables,
    tokenRefused,
  }: Outgoing): Promise<HttpAnswer> {
    if (url.origin !== new URL(base).origin) {
      throw new Unavailable('The API refers to another server, which is not asked.', {
        cause: 'other_server',
        address: url.origin,
      });
    }
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
    const answer = await sendAuthorized(request, tokenRefused);
    budget.record('bytes', answer.text.length);
    return answer;
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
    seen: explain && [],
    isTokenRefused: (failure) =>
      tokens !== undefined &&
      tokens.forget === undefined &&
      failure instanceof Unauthorized &&
      failure.facts.status === 401,
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

export function jsonOf(answer: HttpAnswer): unknown {
  const value = answer.json();
  if (isTooLarge(value))
    throw new Unavailable('An answer has too many values to be searched.', {
      cause: 'answer_too_large',
      address: answer.address,
    });
  return value;
}
