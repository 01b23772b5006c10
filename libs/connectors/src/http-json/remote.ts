import {
  Misconfigured,
  pinOnFirstUse,
  Unauthorized,
  Unavailable,
  type HttpAnswer,
  type HttpRequest,
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
import { checkParameters, parameterValues } from './parameters.js';
import { createPollBudget, CutShort, tooManyBytes, type PollBudget } from './budget.js';
import { expandUri, fillBody, fillText, type Variables } from './template.js';

const maxAnswerBytes = 4 * 1024 * 1024;

export interface Outgoing {
  method: NonNullable<HttpRequest['method']>;
  url: URL;
  headers: Record<string, string>;
  body?: unknown;
  variables: Readonly<Record<string, unknown>>;
}

type Addressed = HttpRequest & { url: URL; headers: Record<string, string> };

export interface Remote {
  description: Instance;
  compiled: Compiled;
  parameters: Variables;
  budget: PollBudget;
  guard: Guard;
  /** Returns the address of a request. Throws `Unavailable` when its variables make no valid one. */
  addressOf(template: string, variables: Variables): URL;
  /** Sends a request with the credentials. Throws `CutShort` when the poll has reached a limit. */
  send(outgoing: Outgoing): Promise<HttpAnswer>;
}

export function openRemote(context: Context): Remote {
  const { instance: description, client, http, signal } = context;
  const [wrong] = checkParameters(description.parameters, client.parameters);
  if (wrong) throw new Misconfigured(`The parameter ${wrong.name}: ${wrong.detail}`);
  const parameters = parameterValues(description.parameters, client.parameters);
  const base = baseOf(description, parameters);
  const fixed = credentialsOf(description.authentication, parameters);
  const tls = tlsOf(description, context);
  const tokens = tokensOf(context, { parameters, tls });
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

  let isRenewed = false;
  /** Sends a request, and once more with a new token if there can be one. */
  async function sendAuthorized(request: Addressed): Promise<HttpAnswer> {
    try {
      return await http({ ...request, ...authorize(await credentials(), request) });
    } catch (error) {
      if (!(error instanceof Unauthorized) || !tokens?.forget || isRenewed) throw error;
      isRenewed = true;
      await tokens.forget();
      return sendAuthorized(request);
    }
  }

  async function send({ method, url, headers, body, variables }: Outgoing): Promise<HttpAnswer> {
    if (url.origin !== new URL(base).origin) {
      throw new Unavailable('The API refers to another server, which is not asked.');
    }
    budget.spend('requests');
    // The size of a response is counted when it is known.
    if (!budget.has('bytes')) throw tooManyBytes();
    const remainingMs = Math.floor(budget.remainingMs);
    if (remainingMs <= 0) throw new CutShort('A poll takes at most 20 seconds.');
    const answer = await sendAuthorized({
      url,
      headers: filled(headers, variables),
      method,
      signal,
      tls,
      maxBytes: maxAnswerBytes,
      timeoutMs: Math.min(remainingMs, 10_000),
      json: body === undefined ? undefined : fillBody(body, variables),
    });
    budget.record('bytes', answer.text.length);
    return answer;
  }
  return {
    description,
    compiled: compileInstance(description),
    parameters,
    budget,
    guard,
    addressOf(template, variables) {
      const path = expandUri(template, variables);
      if (path === undefined) {
        throw new Unavailable('A value cannot be part of an address.', { sent: false });
      }
      return new URL(`${base}${path}`);
    },
    send,
  };
}

function baseOf({ base_url }: Instance, parameters: Variables): string {
  const base = fillText(base_url, parameters) ?? base_url;
  if (!URL.canParse(base)) throw new Misconfigured('The address of the API is not valid.');
  return base.replace(/\/+$/, '');
}

const tlsOf = ({ ca, certificate }: Instance, { memory }: Context): HttpRequest['tls'] => {
  if (certificate === 'first_use') return { pin: pinOnFirstUse(memory, 'The server') };
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
  if (isTooLarge(value)) throw new Unavailable('An answer has too many values to be searched.');
  return value;
}
