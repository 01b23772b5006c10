import { Unavailable, type HttpRequest } from '@trellis/connector-sdk';
import { acceptOf, jsonOf, parsedOnce } from './answer.js';
import type { PollBudget } from './budget.js';
import type { Compiled } from './compile.js';
import type { Context } from './configuration.js';
import type { Login } from './description/login.js';
import { contentOf } from './content.js';
import type { Guard } from './guard.js';
import { meaningOf, rulesOf } from './failures.js';
import { withReason } from './reason.js';
import { expandUri, filledTexts, type Variables } from './template.js';
import { createTokens, type AccessTokens, type IssuedToken } from './tokens.js';

export interface LoginGiven {
  login: Login;
  /** The beginning of all addresses. */
  base: string;
  parameters: Variables;
  tls: HttpRequest['tls'];
  compiled: Compiled;
  budget: PollBudget;
  guard: Guard;
}

const maxBytes = 256 * 1024;

/** Creates the source of the tokens that a login request returns; the API may refuse one at any time. */
export function tokensOfLogin(
  context: Pick<Context, 'http' | 'memory' | 'instance'>,
  given: LoginGiven,
): AccessTokens {
  const { login, base, parameters, tls, compiled, budget, guard } = given;
  const { failures, secrets: names } = context.instance;
  const secrets = { secrets: guard.secrets, names };
  const url = new URL(`${base}${expandUri(login.path, parameters) ?? ''}`);

  async function request(): Promise<IssuedToken> {
    const { method } = login;
    const content = contentOf(login, parameters);
    budget.spend('requests');
    const answer = parsedOnce(
      await context.http({
        ...{ url, method, tls, maxBytes, accept: 'any' },
        ...content,
        headers: {
          ...acceptOf(login),
          ...filledTexts(login.headers, parameters),
          ...content.headers,
        },
      }),
      login.answer_as,
    );
    const rules = rulesOf(login, failures);
    const meaning = meaningOf({ answer, url, method, isCommand: false, rules, compiled, budget });
    if (meaning && meaning !== 'nothing') throw withReason(meaning, answer, secrets);
    const at = (path: string) => compiled.path(path).select(jsonOf(answer), { budget })[0];
    const found =
      login.token_at === undefined
        ? headerIn(answer.headers[login.token_header!.toLowerCase()])
        : at(login.token_at);
    if ((typeof found !== 'string' && typeof found !== 'number') || !isSendable(String(found))) {
      const { address } = answer;
      const failure = new Unavailable('The answer to the login has no token.', {
        cause: 'token_not_issued',
        address,
        path: login.token_at,
      });
      throw withReason(failure, answer, secrets);
    }
    const { lifetime } = login;
    const seconds = Number(typeof lifetime === 'string' ? at(lifetime) : (lifetime ?? NaN));
    return { token: String(found), lifetimeMs: seconds > 0 ? seconds * 1000 : undefined };
  }
  return createTokens(context, { credentials: [login, base, parameters], request });
}

/** Returns whether a token can be sent in a header, and a cookie as one. */
const isSendable = (token: string): boolean => /^[\x21-\x7e][\x20-\x7e]{0,8191}$/.test(token);

/** Returns a header; of several cookies (RFC 6265) the names and values, as they are sent back. */
const headerIn = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.map((cookie) => cookie.split(';', 1)[0]!.trim()).join('; ') : value;
