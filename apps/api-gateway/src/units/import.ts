import { setTimeout as pause } from 'node:timers/promises';
import {
  type Caller,
  type LineOutcome,
  maxImportLines,
  Problem,
  type ProblemCode,
} from '@trellis/contracts';
import { type IdForms, type Line, problemDocument, problemToJson } from '@trellis/operations';
import { z } from 'zod';
import type { OperationRequest, Services } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';

/** The limits of one call; the line that exceeds the bytes is still part of it. */
const chunkLimits = { lines: maxImportLines, bytes: 256 * 1024 };
/** The number of failed lines that ends an import: their reports wait in memory until they are read. */
const maxFailures = 10_000;
/** The attempts of a call that the service does not answer, and the pause between them (ms). */
const attempts = { most: 4, pauseMs: 1_000 };

const progress = z.object({
  line: z.number().int().describe('The number of the last line, from 1.'),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
});
const failure = z.object({
  line: z.number().int().describe('The number of the line that failed, from 1.'),
  problem: problemDocument,
});
const summary = progress.extend({
  complete: z.boolean().describe('Whether all lines were read.'),
  problem: problemDocument
    .optional()
    .describe('Why the import ended early; send the lines after `line` again.'),
});

/** A line of the answer: a failure, progress, or the end. */
// The last report of an import that ends early has the members of a failure, too.
export const importReport = z.union([summary, failure, progress]).meta({ id: 'ImportReport' });
type ImportReport = z.output<typeof importReport>;

interface Import extends Pick<Services, 'units' | 'hrefs'>, Pick<OperationRequest, 'requestId'> {
  caller: Caller;
  hrefs: Hrefs;
  idForms: IdForms;
}

interface NumberedLine {
  number: number;
  line: Line;
}

/**
 * Imports lines in chunks, one after the other, since a line may refer to earlier ones; the next chunk
 * is read while the service stores the one before it.
 */
export async function* importLines(
  context: Import,
  lines: AsyncIterable<Line | 'empty'>,
  { signal, end }: { signal: AbortSignal; end(): void },
): AsyncGenerator<ImportReport> {
  const { hrefs, requestId } = context;
  const counts = { line: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
  const toJson = (problem: Problem) => problemToJson(problem, hrefs, requestId);

  function* report(chunk: NumberedLine[], outcomes: LineOutcome[]): Generator<ImportReport> {
    for (const [index, { number }] of chunk.entries()) {
      const outcome = outcomes[index]!;
      if (typeof outcome === 'string') counts[outcome] += 1;
      else {
        counts.failed += 1;
        yield { line: number, problem: toJson(Problem.fromData(outcome)) };
      }
      counts.line = number;
    }
    yield { ...counts };
    signal.throwIfAborted();
    if (counts.failed > maxFailures) {
      throw new Problem('invalid_request', `More than ${maxFailures} lines have failed.`);
    }
  }

  try {
    let before: { chunk: NumberedLine[]; outcomes: Promise<LineOutcome[]> } | undefined;
    for await (const chunk of chunksOf(lines)) {
      if (before) yield* report(before.chunk, await before.outcomes);
      before = { chunk, outcomes: store(context, chunk) };
      // It is awaited after the next chunk has been read.
      before.outcomes.catch(() => undefined);
    }
    if (before) yield* report(before.chunk, await before.outcomes);
    yield { ...counts, complete: true };
  } catch (error) {
    if (signal.aborted) {
      const detail = 'The access token has expired, or the service stops.';
      yield { ...counts, complete: false, problem: toJson(new Problem('unavailable', detail)) };
    } else if (error instanceof Problem) {
      yield { ...counts, complete: false, problem: toJson(error) };
    } else throw error;
  } finally {
    end();
  }
}

async function* chunksOf(lines: AsyncIterable<Line | 'empty'>): AsyncGenerator<NumberedLine[]> {
  let chunk: NumberedLine[] = [];
  let bytes = 0;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === 'empty') continue;
    chunk.push({ number, line });
    bytes += line.bytes;
    if (chunk.length < chunkLimits.lines && bytes < chunkLimits.bytes) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Sends the lines that are JSON to the service; returns an outcome for each line. */
async function store(
  { units, caller, idForms }: Import,
  chunk: NumberedLine[],
): Promise<LineOutcome[]> {
  const values = chunk.flatMap(({ line }) =>
    'value' in line ? [withBareIds(line.value, idForms)] : [],
  );
  const { outcomes } = await persistently(() => units('units.import', { caller, lines: values }));
  const stored = outcomes.values();
  return chunk.map(({ line }) => ('value' in line ? stored.next().value! : line.problem.toData()));
}

/**
 * A line with the ids that services know, as far as it is one. Those of units may be any text, of which only addresses
 * are read here: what `urn:uuid:…` stands for is known to those that know the unit.
 */
function withBareIds(line: unknown, forms: IdForms): unknown {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line;
  const readers = {
    id: forms.named,
    parents: forms.named,
    children: forms.named,
    subjects: forms.subject,
    things: forms.resource,
  };
  const bare: Record<string, unknown> = { ...line };
  for (const [name, read] of Object.entries(readers)) {
    const given = bare[name];
    const each = (one: unknown) => (typeof one === 'string' ? read(one) : one);
    if (given !== undefined) bare[name] = Array.isArray(given) ? given.map(each) : each(given);
  }
  return bare;
}

/** The problems of a call that can be made again. */
const temporary: ProblemCode[] = ['unavailable', 'timeout', 'rate_limited'];

/** Repeats a call that was not answered: importing lines again changes nothing. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isTemporary = error instanceof Problem && temporary.includes(error.code);
      if (!isTemporary || attempt === attempts.most) throw error;
      await pause(attempts.pauseMs);
    }
  }
}
