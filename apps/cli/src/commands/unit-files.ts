import { open, rename } from 'node:fs/promises';
import { TrellisConnectionError, type components, type Trellis } from '@trellis/client';
import { idOf } from '../lookup/named.js';
import { CliError, exitCodes } from '../output/failure.js';
import { startProgress } from '../output/progress.js';
import { safeLine } from '../output/text.js';
import type { Context } from '../session/context.js';
import {
  countLines,
  openLines,
  readJsonLines,
  truncateBefore,
  wholeUnits,
  type Position,
} from './unit-lines.js';

interface Failed {
  line: number;
  problem: components['schemas']['Problem'];
}

/** Progress of an import; `complete` is set in the last report. */
interface Counts {
  line: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  complete?: boolean;
  problem?: components['schemas']['Problem'];
}

const maxShown = 20;

export async function importUnits(context: Context, file: string): Promise<void> {
  const { printer, signal, trellis } = context;
  // A stream can be sent only once, so a rejected token has to be renewed before. This call needs no scope.
  await trellis.get('/changes');
  const { body, lines } = await openLines(file);
  const progress = startProgress({ printer, isBusy: false }, 'Importing units', lines);
  const failed: Failed[] = [];
  let counts: Counts | undefined;
  try {
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await trellis.fetch('/units/import', {
      method: 'POST',
      headers,
      body,
      signal,
    });
    for await (const report of readJsonLines(response.body!) as AsyncIterable<Failed | Counts>) {
      if (printer.json) printer.jsonLine(report);
      if (!('created' in report)) {
        if (failed.push(report) > maxShown) failed.pop();
        continue;
      }
      counts = report;
      progress.to(report.line, `Importing units: ${countsOf(report)}`);
    }
  } catch (error) {
    progress.fail('The import was interrupted. Run it again to continue.');
    throw isCutOff(error)
      ? new TrellisConnectionError('The import was interrupted.', { cause: error })
      : error;
  }
  if (!counts?.complete) {
    progress.fail('The import ended early.');
    throw new CliError(
      counts?.problem?.detail ?? 'The import was interrupted.',
      exitCodes.failed,
      'Run it again: units that exist stay as they are.',
    );
  }
  progress.end(`Imported: ${countsOf(counts)}`);
  if (!process.stderr.isTTY && !printer.json) printer.note(`Imported: ${countsOf(counts)}`);
  if (counts.failed === 0) return;
  if (!printer.json) showFailed(context, failed, counts.failed);
  throw new CliError(`${counts.failed} lines could not be imported.`);
}

const countsOf = ({ created, updated, unchanged, failed }: Counts): string =>
  [
    `${created} created`,
    updated > 0 && `${updated} updated`,
    unchanged > 0 && `${unchanged} unchanged`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns why a line failed, and the members that are not valid. */
function reasonOf({ detail, errors = [] }: Failed['problem']): string {
  const members = errors.map((error) => `${error.pointer}: ${error.detail}`);
  return [detail, ...members].join(' ');
}

function showFailed({ printer }: Context, failed: Failed[], count: number): void {
  for (const { line, problem } of failed) {
    printer.note(safeLine(`Line ${line}: ${reasonOf(problem)}`));
  }
  if (count > failed.length) printer.note(`… and ${count - failed.length} more; --json shows all.`);
}

/**
 * Prints units, or writes them to a file that replaces the previous one when it is complete. The output of an interrupted
 * export ends with a complete unit, so that the rest can be appended.
 */
export async function exportUnits(
  context: Context,
  { output, from }: { output?: string; from?: string },
): Promise<void> {
  const { printer, signal, trellis } = context;
  const total = from === undefined ? await countUnits(context, trellis) : undefined;
  const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
  const response = await trellis.fetch(`/units/export${query}`, { signal });
  const target = output === undefined ? standardOutput : await openPart(context, output, from);
  const isBusy = output === undefined && printer.isTerminal;
  const progress = startProgress({ printer, isBusy }, 'Exporting units', total);
  const position: Position = { next: from };
  let count = 0;
  try {
    for await (const lines of wholeUnits(response.body!, position)) {
      await target.write(lines);
      count += countLines(lines);
      progress.to(count, `Exporting units: ${count}`);
    }
    await target.complete();
  } catch (error) {
    progress.fail('The export was interrupted.');
    const remedy = continueWith(position, output);
    if (signal.aborted && remedy) printer.note(remedy);
    if (signal.aborted || !isCutOff(error)) throw error;
    throw new CliError('The export was interrupted.', exitCodes.unavailable, remedy);
  } finally {
    await target.close();
  }
  progress.end(`Exported ${count} lines.`);
}

/** Tells whether the connection was lost in the middle of a response: `fetch` then throws a `TypeError`. */
export const isCutOff = (error: unknown): boolean =>
  (error as Error | undefined)?.name === 'TypeError';

function continueWith({ next }: Position, output: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const target = output === undefined ? ', and append its output' : ` -o ${output}`;
  return `Continue with: trellis units export --from ${next}${target}`;
}

interface Target {
  write(lines: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  close(): Promise<void>;
}

export const standardOutput: Target = {
  write: (lines) =>
    new Promise((resolve, reject) => {
      process.stdout.write(lines, (error) => (error ? reject(error) : resolve()));
    }),
  complete: async () => undefined,
  close: async () => undefined,
};

/** Opens `<file>.part`, which is renamed to the file when it is complete. An export from a unit on appends to it. */
export async function openPart(
  { printer }: Context,
  output: string,
  from: string | undefined,
): Promise<Target> {
  const part = `${output}.part`;
  const length = from === undefined ? 0 : await truncateBefore(part, idOf(from).toLowerCase());
  if (length > 0) printer.note(`Continuing ${part}.`);
  const file = await open(part, length > 0 ? 'a' : 'w');
  return {
    write: (lines) => file.writeFile(lines),
    async complete() {
      await file.sync();
      // Windows cannot rename an open file.
      await file.close();
      await rename(part, output);
    },
    close: () => file.close(),
  };
}

async function countUnits({ options }: Context, trellis: Trellis): Promise<number | undefined> {
  if (options.subject !== undefined) return undefined;
  const { data } = await trellis.get('/limits');
  return data.quotas.find(({ name }) => name === 'units')?.used;
}
