import { acquireInTime } from './abort.js';
import { createAuthenticator } from './authentication.js';
import { sendOnce } from './exchange.js';
import type { Http, HttpBounds } from './request.js';
import { throwFailure } from './status.js';
import { parseHttpUrl } from './url.js';

const defaultTimeoutMs = 10_000;

export function createHttp(bounds: HttpBounds): Http {
  const authenticator = createAuthenticator();
  return async (request) => {
    const url = parseHttpUrl(request.url);
    const caller = request.signal
      ? AbortSignal.any([bounds.signal, request.signal])
      : bounds.signal;
    await acquireInTime({ signal: caller, acquire: bounds.acquire }, url);
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    const signal = AbortSignal.any([caller, timeout]);
    const exchange = { request, url, authenticator, resolve: bounds.resolve, signal };
    const sendNow = () => sendOnce(exchange);
    const send = () =>
      bounds.follow ? bounds.follow(request.method ?? 'GET', sendNow) : sendNow();
    let answer = await send();
    const { status, headers } = answer;
    // Only once: a second challenge means that the credentials are wrong.
    if (status === 401 && authenticator.learn(request.auth, url, headers)) {
      await acquireInTime({ signal, acquire: bounds.acquire }, url);
      answer = await send();
    }
    throwFailure(answer, request, url);
    return answer;
  };
}
