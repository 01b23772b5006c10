import {
  DeviceUnavailable,
  Misconfigured,
  Rejected,
  requestedWaitMs,
  shownAddress,
  statusFailure,
  Unauthorized,
  Unavailable,
  waitOf,
  type ConnectorFailure,
  type HttpAnswer,
  type HttpRequest,
} from '@trellis/connector-sdk';
import { jsonIn } from './answer.js';
import type { PollBudget } from './budget.js';
import type { Compiled } from './compile.js';
import type { Failure } from './description/failures.js';
import type { Command, Request } from './description/requests.js';
import { compileRegularExpression, maxSearched } from './json-path-cost.js';

/** A meaning of answers, or an error that the answer reports at a path. */
type Rule = Omit<Failure, 'means'> & { means: Failure['means'] | 'error' };

/** Lists the meanings of a request's answers, the most specific first. */
export const rulesOf = (
  {
    failures,
    token_refused,
    error,
  }: Pick<Request | Command, 'failures'> & Partial<Pick<Request, 'token_refused' | 'error'>>,
  ofAll: Failure[],
): Rule[] => [
  ...failures,
  ...(token_refused === undefined ? [] : [{ at: token_refused, means: 'token_expired' } as const]),
  ...ofAll,
  ...(error === undefined ? [] : [{ at: error, means: 'error' } as const]),
];

interface Answered {
  answer: HttpAnswer;
  url: URL;
  method: NonNullable<HttpRequest['method']>;
  /** Whether it answers a write or an action. */
  isCommand: boolean;
  rules: Rule[];
  compiled: Compiled;
  budget: PollBudget;
}

/** Returns what an answer means: that its request failed, that there is nothing, or undefined for a usual answer. */
export function meaningOf(given: Answered): ConnectorFailure | 'nothing' | undefined {
  const { answer, url, method, isCommand, rules } = given;
  for (const rule of rules) {
    // Another status says what is wrong by itself.
    if (rule.means === 'error' && !isSuccess(answer)) continue;
    const text = matched(rule, given);
    if (text === undefined) continue;
    return meaningBy(rule, text, given);
  }
  if (isSuccess(answer)) return undefined;
  // A request that reads, by whatever method, fails in the same way next time.
  return statusFailure(answer, url, isCommand ? method : 'GET');
}

const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** Returns the text in an answer that a rule is for, which may be empty; undefined when it is for others. */
function matched(
  { status, header, at, matches }: Rule,
  { answer, compiled, budget }: Answered,
): string | undefined {
  if (status !== undefined && ![status].flat().includes(answer.status)) return undefined;
  const text =
    header === undefined
      ? textAt(at, { answer, compiled, budget })
      : answer.headers[header.toLowerCase()]?.toString();
  if (text === undefined) return undefined;
  if (matches === undefined) return text;
  return compileRegularExpression(matches, maxSearched)?.isIn(text) ? text : undefined;
}

function textAt(
  path: string | undefined,
  { answer, compiled, budget }: Pick<Answered, 'answer' | 'compiled' | 'budget'>,
): string | undefined {
  const found =
    path === undefined ? answer.text : compiled.path(path).select(jsonIn(answer), { budget })[0];
  if (found === undefined || found === null) return undefined;
  const text = typeof found === 'object' ? JSON.stringify(found) : String(found);
  return text.slice(0, maxSearched);
}

function meaningBy(
  rule: Rule,
  text: string,
  { answer, url, isCommand, compiled, budget }: Answered,
): ConnectorFailure | 'nothing' {
  const { host } = url;
  const of = { status: answer.status, address: shownAddress(url), path: rule.at };
  switch (rule.means) {
    case 'nothing':
      return 'nothing';
    case 'rate_limited': {
      const { wait } = rule;
      const stated =
        typeof wait === 'string'
          ? waitOf(textAt(wait, { answer, compiled, budget }))
          : wait && wait * 1000;
      const retryAfterMs = requestedWaitMs(answer.headers) ?? stated ?? waitOf(text);
      const detail = `${host} takes no more requests for now.`;
      return new Unavailable(detail, { cause: 'rate_limited', retryAfterMs, ...of });
    }
    case 'token_expired':
      return new Unauthorized(`${host} refuses the access token.`, {
        cause: 'credentials_refused',
        ...of,
      });
    case 'wrong_credentials':
      return new Unauthorized(`${host} refuses the credentials.`, {
        cause: 'credentials_refused',
        ...of,
      });
    case 'item_away':
      return isCommand
        ? new DeviceUnavailable('The device is out of reach.', of)
        : new Unavailable('The device is out of reach.', { cause: 'device_unreachable', ...of });
    case 'vendor_down':
      return new Unavailable(`${host} is not available.`, { cause: 'server_error', ...of });
    case 'wrong_request':
      return isCommand
        ? new Rejected('The API refuses the value or input.', of)
        : new Misconfigured(`${host} does not accept the request.`, {
            cause: 'bad_request',
            ...of,
          });
    case 'error':
      return isCommand
        ? new Rejected('The API refuses the value or input.', of)
        : new Unavailable('The API reports an error.', { cause: 'api_error', ...of });
  }
}
