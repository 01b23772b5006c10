import { TrellisConnectionError } from './problem.js';

/** An event of a stream. Without `data` it only carries a position. */
export interface ServerSentEvent {
  id: string | undefined;
  type: string;
  data: string | undefined;
}

/** Maximum number of characters of a line, and of an event: far above what Trellis sends. */
const maxLength = 16 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6), until the stream ends or is idle for `idleMs`. Unlike the
 * parsers on npm, it also yields events without data, whose ids are needed to resume.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { idleMs }: { idleMs: number },
): AsyncGenerator<ServerSentEvent, void> {
  let event: Omit<ServerSentEvent, 'data'> & { data: string[] } = newEvent();
  let length = 0;
  for await (const line of readLines(body, idleMs)) {
    if (line === '') {
      const { id, type, data } = event;
      if (id !== undefined || data.length > 0) {
        yield { id, type, data: data.length > 0 ? data.join('\n') : undefined };
      }
      event = newEvent();
      length = 0;
      continue;
    }
    const [, field, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!;
    if (field === 'id') event.id = value;
    if (field === 'event') event.type = value!;
    if (field === 'data') event.data.push(value!);
    length += line.length;
    if (length > maxLength) throw new RangeError('An event is too long.');
  }
}

const newEvent = () => ({ id: undefined as string | undefined, type: 'message', data: [] });

function cutOff(cause: unknown): never {
  throw new TrellisConnectionError('The stream was interrupted.', { cause });
}

async function* readLines(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel().catch(() => undefined), idleMs);
      const { done, value } = await reader
        .read()
        .finally(() => clearTimeout(timer))
        .catch(cutOff);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      if (rest.length > maxLength) throw new RangeError('A line is too long.');
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
