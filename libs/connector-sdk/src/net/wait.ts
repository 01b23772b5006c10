import { parseRetryAfterMs, type HttpAnswer } from './request.js';

/** Length of the part of a text that is searched (characters). */
const maxText = 4096;

/** Matches texts about too many requests, whatever the status of the answer. */
const tooMany =
  /too many requests|too many calls|rate.?limit|throttl|request limit|(quota|call volume|limit)[^.]{0,40}(exceed|reached|used up|exhaust)|(exceed|out of)[^.]{0,40}(quota|call volume|rate)/i;

export const saysTooMany = (text: string): boolean => tooMany.test(text.slice(0, maxText));

/** Matches headers that state when a limit is renewed. */
const resetHeaders = /^(x-)?rate-?limit(-.{0,24})?-(reset|retry)(-.{0,24})?$/;

/**
 * Returns how long a server demands to wait (ms): by `Retry-After`, or by the usual headers about limits
 * (draft-ietf-httpapi-ratelimit-headers, `X-RateLimit-Reset`).
 */
export function requestedWaitMs(
  headers: HttpAnswer['headers'],
  now = Date.now(),
): number | undefined {
  const requested = parseRetryAfterMs(headers['retry-after'], now);
  if (requested !== undefined) return requested;
  const [, seconds] = /[;,\s](?:t|reset)=(\d{1,9})\b/.exec(` ${String(headers.ratelimit)}`) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const name = Object.keys(headers).find((one) => resetHeaders.test(one));
  return name === undefined ? undefined : waitOf(headers[name], now);
}

/** The least numbers that are taken for a time since 1970, in seconds and in milliseconds. */
const [minEpochSeconds, minEpochMs] = [1e9, 1e12];

/** Returns how long a value says to wait (ms): seconds, an instant, or a text with one of them or a duration. */
export function waitOf(value: unknown, now = Date.now()): number | undefined {
  const isNumber = typeof value === 'string' && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(value);
  const number = isNumber ? Number(value) : value;
  if (typeof number === 'number') {
    if (number >= minEpochMs) return Math.max(0, number - now);
    if (number >= minEpochSeconds) return Math.max(0, number * 1000 - now);
    return number >= 0 ? number * 1000 : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const until = /^\s*(\d{4}-\d\d-\d\dT|\w{3}, \d)/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? waitInText(value) : Math.max(0, until - now);
}

const units: readonly [RegExp, number][] = [
  [/^(ms|milli)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

/** Finds how long a sentence says to wait (ms): `in 2.05:57:53`, `after 30 seconds`. */
function waitInText(given: string): number | undefined {
  const text = given.slice(0, maxText);
  const span = /(?<![\d:])(?:(\d{1,4})[.\s])?(\d{1,2}):(\d\d):(\d\d)(?![\d:])/.exec(text);
  if (span) {
    const [days, hours, minutes, seconds] = span.slice(1).map((part) => Number(part ?? 0));
    return (((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1000;
  }
  const [, count, unit] =
    /\b(?:in|after|for|wait)\s+(?:about\s+)?(\d{1,9}(?:\.\d{1,3})?)\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)\b/i.exec(
      text,
    ) ?? [];
  const factor = units.find(([pattern]) => pattern.test(unit ?? ''))?.[1];
  return factor === undefined ? undefined : Number(count) * factor;
}
