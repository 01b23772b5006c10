import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { TrellisConnectionError, type components, type Trellis } from '@trellis/client';
import { openLines, readJsonLines } from '../input/lines.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import { startProgress } from '../output/progress.js';
import { safeLine } from '../output/safe-text.js';
import type { Context } from '../session/context.js';

/** A line that was not imported. */
interface Failed {
  line: number;
  problem: components['schemas']['Problem'];
}

/** How far an import has come; `complete` in the last one. */
interface Counts {
  line: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  complete?: boolean;
  problem?: components['schemas']['Problem'];
}

/** Failed lines that are shown one by one. */
const maxShown = 20;

export async function importUnits(context: Context, file: string): Promise<void> {
  const { printer, signal } = context;
  const trellis = await context.trellis();
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
    progress.fail('The import was interrupted; sent again, it goes on.');
    throw error instanceof TypeError
      ? new TrellisConnectionError('The import was cut off.', { cause: error })
      : error;
  }
  if (!counts?.complete) {
    progress.fail('The import has ended early.');
    throw new CliError(
      counts?.problem?.detail ?? 'The import was cut off.',
      exitCodes.failed,
      'Send it again: what is there stays as it is.',
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

function showFailed({ printer }: Context, failed: Failed[], count: number): void {
  for (const { line, problem } of failed) {
    printer.note(safeLine(`Line ${line}: ${problem.detail}`));
  }
  if (count > failed.length)
    printer.note(`… and ${count - failed.length} more; --json prints all.`);
}

interface ExportOptions {
  output?: string;
  from?: string;
}

export async function exportUnits(
  context: Context,
  { output, from }: ExportOptions,
): Promise<void> {
  const { printer, signal } = context;
  const trellis = await context.trellis();
  const total = from === undefined ? await countUnits(context, trellis) : undefined;
  const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
  const response = await trellis.fetch(`/units/export${query}`, { signal });
  const target = output === undefined ? process.stdout : createWriteStream(output);
  const isBusy = output === undefined && printer.isTerminal;
  const progress = startProgress({ printer, isBusy }, 'Exporting units', total);
  let count = 0;
  let last: string | undefined;
  const counted = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const byte of chunk) if (byte === 10) count += 1;
        last = lastId(chunk) ?? last;
        progress.to(count, `Exporting units: ${count}`);
        controller.enqueue(chunk);
      },
    }),
  );
  try {
    await counted.pipeTo(Writable.toWeb(target), { preventClose: output === undefined });
  } catch (error) {
    progress.fail('The export was cut off.');
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    const remedy = last && `Continue with: trellis units export --from ${last}`;
    throw new CliError('The export was cut off.', exitCodes.unavailable, remedy);
  }
  progress.end(`Exported ${count} lines.`);
}

const idInLine = /^\{"id":"([\da-f-]{36})"/gm;

/** The last unit whose line begins in a part of the answer. */
const lastId = (chunk: Uint8Array): string | undefined =>
  [...Buffer.from(chunk).toString('latin1').matchAll(idInLine)].at(-1)?.[1];

/** How many units there are, where all are exported. */
async function countUnits({ options }: Context, trellis: Trellis): Promise<number | undefined> {
  if (options.subject !== undefined) return undefined;
  const { data } = await trellis.get('/limits');
  return data.quotas.find(({ name }) => name === 'units')?.used;
}
