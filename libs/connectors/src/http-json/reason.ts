import {
  createRedaction,
  oneLine,
  type ConnectorFailure,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { jsonIn } from './answer.js';

const maxReason = 200;

/** Members that say in words why a request failed, the most telling first. */
const members = [
  'reason',
  'error_description',
  'errorMessage',
  'message',
  'detail',
  'description',
  'msg',
  'error',
  'title',
];

const looseObject = z.looseObject({});

/** Secrets that a reason must not show: texts, and names of members. */
export interface Secrets {
  secrets: Iterable<string>;
  names: readonly string[];
}

/** Adds the reason that an answer states in words to a failure. */
export function withReason<Failure extends ConnectorFailure>(
  failure: Failure,
  answer: HttpAnswer,
  secrets: Secrets,
): Failure {
  const reason = reasonIn(answer, secrets);
  if (reason !== undefined) failure.message = failure.message.replace(/\.$/, `: ${reason}.`);
  return failure;
}

/** Returns the reason for a failure that the body of an answer states: a short text without these secrets. */
function reasonIn(answer: HttpAnswer, { secrets, names }: Secrets): string | undefined {
  const found = textIn(jsonIn(answer)) ?? plainText(answer);
  if (found === undefined) return undefined;
  const { cutText } = createRedaction(secrets, names);
  return oneLine(cutText(found.slice(0, maxReason).toWellFormed()))?.replace(/[.!\s]+$/, '');
}

/** Searches an error, the first of several, or what is in its `error` or `errors`. */
function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (depth > 3) return undefined;
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  const { data } = looseObject.safeParse(value);
  if (!data) return undefined;
  const stated = members.map((name) => data[name]).find((one) => typeof one === 'string' && one);
  if (typeof stated === 'string') return stated;
  const inner = [data.error, data.errors, data.Error, data.fault, data.status];
  return inner.map((one) => textIn(one, depth + 1)).find((one) => one !== undefined);
}

function plainText({ text, headers }: Pick<HttpAnswer, 'text' | 'headers'>): string | undefined {
  const isPlain = /^text\/plain\b/i.test(String(headers['content-type'] ?? ''));
  return isPlain && text.trim() !== '' ? text : undefined;
}
