import { Misconfigured, Rejected, Unavailable, type HttpAnswer } from '@trellis/connector-sdk';
import { bodyOf } from './content.js';
import { outcomeOf } from './progress.js';
import type { Form } from './form.js';
import type { Remote } from './remote.js';

/** Statuses that refuse this one value or input; with `Retry-After` or later it would not help. */
const refusals = [400, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 422, 428, 431, 501];

/** An action may answer when it is done: the time is bounded by the signal alone (ms). */
const longestAction = 600_000;

/** Writes a property by the first of its forms whose server can be connected to. */
export async function writeProperty(remote: Remote, forms: Form[], value: unknown): Promise<void> {
  await sendByFirst(remote, forms, {
    body: ({ wrappedIn }) => (wrappedIn === undefined ? value : { [wrappedIn]: value }),
  });
}

/** Invokes an action, and waits for its end where the thing only says that it has begun. */
export async function invokeAction(
  remote: Remote,
  forms: Form[],
  input: unknown,
): Promise<unknown> {
  const { form, answer } = await sendByFirst(remote, forms, {
    body: ({ wrappedIn }) =>
      wrappedIn === undefined ? input : { [wrappedIn]: input === undefined ? {} : { input } },
    timeout: longestAction,
  });
  return outcomeOf(remote, form, answer);
}

interface Sending {
  /** What a form wants as body; undefined when nothing is sent. */
  body: (form: Form) => unknown;
  timeout?: number;
}

async function sendByFirst(
  remote: Remote,
  forms: Form[],
  sending: Sending,
): Promise<{ form: Form; answer: HttpAnswer }> {
  for (const [index, form] of forms.entries()) {
    try {
      return { form, answer: await sendBy(remote, form, sending) };
    } catch (error) {
      const isUnsent =
        error instanceof Misconfigured || (error instanceof Unavailable && !error.sent);
      if (!isUnsent || index === forms.length - 1) throw error;
    }
  }
  throw new Rejected('The thing has no way to do so.');
}

async function sendBy({ send }: Remote, form: Form, sending: Sending): Promise<HttpAnswer> {
  const { href, method, headers, contentType, isOpen } = form;
  const given = method === 'GET' || method === 'DELETE' ? undefined : sending.body(form);
  const answer = await send({
    ...{ href, method, isOpen, accept: refusals },
    headers: {
      accept: form.accept,
      ...headers,
      ...(given !== undefined && { 'content-type': contentType }),
    },
    ...(given !== undefined && { body: bodyOf(form, given) }),
    ...(sending.timeout !== undefined && { timeout: sending.timeout }),
  });
  if (answer.status < 300) return answer;
  throw new Rejected(`The thing refuses it, with status ${answer.status}.`);
}
