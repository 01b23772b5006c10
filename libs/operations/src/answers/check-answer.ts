import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Answer } from '../answer.js';
import type { ServerSentEvent } from './event-stream.js';
import type { Operation } from '../operation.js';

/**
 * Holds an answer to its row: its status must be listed there, and its body must have all members of the
 * schema and no other.
 */
export function checkAnswer(row: Operation, answer: Answer): Answer {
  const { stream } = answer;
  const { events, lines, files } = row.answer;
  if (events && stream) {
    return { ...answer, stream: { ...stream, events: checkEvents(events, stream.events) } };
  }
  if (lines && answer.lines) return { ...answer, lines: checkLines(lines, answer.lines) };
  if (answer.table) {
    if (row.answer.csv) return answer;
    throw new Error(`${row.summary}: a table is not expected.`);
  }
  if (answer.file) {
    if (files?.includes(answer.file.mediaType)) return answer;
    throw new Error(`${row.summary}: a file is not expected.`);
  }
  const schema = schemaOf(row, answer);
  if (schema) check(schema, answer.body);
  else if (answer.body !== undefined) throw new Error(`${row.summary}: a body is not expected.`);
  return answer;
}

function schemaOf({ summary, answer: row }: Operation, { status = row.status, mediaType }: Answer) {
  if (mediaType !== undefined) return row.otherMediaTypes?.[mediaType];
  if (status === row.status) return row.body;
  const other = row.others?.[status];
  if (!other) throw new Error(`${summary}: status ${status} is not in its row.`);
  return other.body;
}

async function* checkEvents(schema: z.ZodType, events: AsyncIterable<ServerSentEvent<unknown>>) {
  for await (const event of events) {
    if (event.data !== undefined) check(schema, event.data);
    yield event;
  }
}

async function* checkLines(schema: z.ZodType, lines: AsyncIterable<unknown>) {
  for await (const line of lines) {
    check(schema, line);
    yield line;
  }
}

function check(schema: z.ZodType, body: unknown): void {
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const parsed = schema.parse(sent);
  if (!isDeepStrictEqual(parsed, sent)) throw new Error('The body has members beyond its schema.');
}
