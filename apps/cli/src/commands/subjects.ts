import { setTimeout as wait } from 'node:timers/promises';
import type { components, Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { idOf } from '../lookup/named.js';
import { CliError, exitCodes } from '../output/failure.js';
import { startProgress } from '../output/progress.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';
import { attributeOption, attributesOf } from './attributes.js';
import { isCutOff, openPart, standardOutput } from './unit-files.js';

type Erasure = components['schemas']['Erasure'];

export function registerSubjects(program: Command, run: Run): void {
  const subjects = program.command('subjects').description('export and erase end users');
  subjects
    .command('list')
    .description('list the end users')
    .addOption(attributeOption())
    .action(run(list));
  subjects
    .command('export <subject>')
    .description('write everything that is known of an end user, as lines of JSON')
    .option('-o, --output <file>', 'write to this file')
    .action(run(exportSubject));
  subjects
    .command('delete <subject>')
    .description('erase an end user with all its data, and print the receipt')
    .option('-y, --yes', 'skip the confirmation')
    .option('--no-wait', 'do not wait for the end')
    .action(run(remove));
}

async function list(
  { printer, trellis }: Context,
  { attribute }: { attribute?: string[] },
): Promise<void> {
  const ids: string[] = [];
  const query = { attributes: attributesOf(attribute) };
  for await (const { href } of trellis.list('/subjects', { query })) ids.push(lastOf(href));
  if (printer.json) return printer.value(ids);
  printer.lines(ids.map(safeLine));
}

const lastOf = (href: string): string => decodeURIComponent(href.split('/').at(-1)!);

async function exportSubject(
  context: Context,
  subject: string,
  { output }: { output?: string },
): Promise<void> {
  const trellis = context.trellis.forAccount();
  const response = await trellis.fetch(`/subjects/${encodeURIComponent(subject)}/export`, {
    signal: context.signal,
  });
  const target = output === undefined ? standardOutput : await openPart(context, output, undefined);
  try {
    for await (const chunk of response.body ?? []) await target.write(chunk);
    await target.complete();
  } catch (error) {
    if (context.signal.aborted || !isCutOff(error)) throw error;
    throw new CliError('The export was interrupted.', exitCodes.unavailable, 'Begin it again.');
  } finally {
    await target.close();
  }
}

const pollMs = 1_000;

async function remove(
  context: Context,
  subject: string,
  { yes, wait: waits }: { yes?: boolean; wait: boolean },
): Promise<void> {
  const { printer, signal } = context;
  const trellis = context.trellis.forAccount();
  const question = `Erase ${safeLine(subject)} and everything that belongs to it? It cannot be restored.`;
  await requireConfirmation(context, question, yes);
  const { data } = await trellis.delete('/subjects/{id}', { path: { id: subject } });
  const erasure = waits ? await ended(context, trellis, data) : data;
  signal.throwIfAborted();
  if (printer.json) return printer.value(erasure);
  if (erasure.status === 'running') return printer.lines([idOf(erasure.id)]);
  printer.note(`Erased: ${countsOf(erasure)}.`);
  printer.lines([erasure.receipt!]);
}

/** Waits for the end of an erasure, and shows how far it is. */
async function ended(
  { printer, signal }: Context,
  trellis: Trellis,
  begun: Erasure,
): Promise<Erasure> {
  const progress = startProgress({ printer, isBusy: false }, 'Erasing', undefined);
  let erasure = begun;
  try {
    while (erasure.status === 'running') {
      await wait(pollMs, undefined, { signal });
      const path = { id: begun.id };
      erasure = (await trellis.get('/erasures/{id}', { path })).data;
      progress.to(0, `Erasing: ${countsOf(erasure)}`);
    }
  } catch (error) {
    progress.fail(`The erasure ${begun.id} goes on.`);
    throw error;
  }
  progress.end('Erased.');
  return erasure;
}

const countsOf = ({ erased }: Erasure): string =>
  Object.entries(erased)
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`)
    .join(', ');
