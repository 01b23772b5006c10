import { ConnectorFailure, Rejected, type HttpAnswer, isUnsent } from '@trellis/connector-sdk';
import { bodyOf } from './content.js';
import type { Form } from './form.js';
import { outcomeOf } from './progress.js';
import type { Remote } from './remote.js';

interface Write {
  kind: 'write';
  name: string;
  forms: Form[];
  value: unknown;
  /** The forms of the thing that write several properties. */
  several: Form[];
}

interface Invocation {
  kind: 'invoke';
  forms: Form[];
  input: unknown;
}

/** A request to a thing: the suitable forms, the best first, and what to send. */
export type Command = Write | Invocation | { kind: 'write several'; writes: Write[] };

/** Merges writes of a thing that has a form for several; undefined otherwise. */
export function merge(first: Command, second: Command): Command | undefined {
  if (first.kind === 'invoke' || second.kind === 'invoke') return undefined;
  const writes = [first, second].flatMap((one) => (one.kind === 'write' ? [one] : one.writes));
  return writes.every(({ several }) => several.length > 0)
    ? { kind: 'write several', writes }
    : undefined;
}

/** Statuses that refuse this value or input; repeating the request would not help. */
const rejections = [400, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 422, 428, 431, 501];

/** The timeout of an action, which may answer only when it has ended (ms); in practice the signal ends it. */
const actionTimeoutMs = 600_000;

/** Writes a property, or invokes an action and waits for its end, by the first form that can be reached. */
export async function send(remote: Remote, command: Command): Promise<unknown> {
  if (command.kind === 'write several') return writeSeveral(remote, command.writes);
  const { form, answer } = await sendToFirst(remote, command);
  return command.kind === 'invoke' ? outcomeOf(remote, form, answer) : undefined;
}

/** Writes several properties in one request, or in one each where the server has a form for it, but nothing behind. */
async function writeSeveral(remote: Remote, writes: Write[]): Promise<void> {
  const value = Object.fromEntries(writes.map(({ name, value }) => [name, value]));
  const [{ several: forms }] = writes as [Write];
  try {
    await sendToFirst(remote, { kind: 'write', name: '', forms, value, several: [] });
  } catch (error) {
    if (!(error instanceof Unserved)) throw error;
    await writeEach(remote, writes);
  }
}

async function writeEach(remote: Remote, writes: Write[]): Promise<void> {
  const written: string[] = [];
  for (const write of writes) {
    try {
      await sendToFirst(remote, write);
    } catch (error) {
      if (error instanceof ConnectorFailure && written.length > 0) error.written = written;
      throw error;
    }
    written.push(write.name);
  }
}

/** The server has nothing at the address of a form. */
class Unserved extends Rejected {}

const unserved = [404, 405, 501];

async function sendToFirst(
  remote: Remote,
  command: Write | Invocation,
): Promise<{ form: Form; answer: HttpAnswer }> {
  const { forms } = command;
  for (const [index, form] of forms.entries()) {
    try {
      return { form, answer: await sendTo(remote, form, command) };
    } catch (error) {
      if (!isUnsent(error) || index === forms.length - 1) throw error;
    }
  }
  throw new Rejected('The thing has no form for this.', { cause: 'no_such_command' });
}

async function sendTo(
  remote: Remote,
  form: Form,
  command: Write | Invocation,
): Promise<HttpAnswer> {
  const { href, method, headers, contentType, isOpen } = form;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const content = hasBody ? contentOf(form, command) : undefined;
  const answer = await remote.send({
    href,
    method,
    isOpen,
    accept: rejections,
    headers:
      content === undefined
        ? { accept: form.accept, ...headers }
        : { accept: form.accept, ...headers, 'content-type': contentType },
    body: content === undefined ? undefined : bodyOf(form, content),
    timeoutMs: command.kind === 'invoke' ? actionTimeoutMs : undefined,
  });
  if (answer.status < 300) return answer;
  const Refusal = unserved.includes(answer.status) ? Unserved : Rejected;
  throw new Refusal(`The thing refuses the request with status ${answer.status}.`);
}

/** Returns the content that a form sends; undefined when it has no body. */
function contentOf({ wrappedIn }: Form, command: Write | Invocation): unknown {
  if (command.kind === 'write') {
    return wrappedIn === undefined ? command.value : { [wrappedIn]: command.value };
  }
  const { input } = command;
  if (wrappedIn === undefined) return input;
  return { [wrappedIn]: input === undefined ? {} : { input } };
}
