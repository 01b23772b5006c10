import { setTimeout as wait } from 'node:timers/promises';
import type { components, Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { preferWait } from '../lookup/interactions.js';
import { findUnit, idOf } from '../lookup/named.js';
import { CliError, notFoundError } from '../output/failure.js';
import { relativeTime, shortValues } from '../output/format.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

type Scene = components['schemas']['Scene'];
type Batch = components['schemas']['InteractionBatch'];
type Result = components['schemas']['InteractionBatchResult'];

export function registerScenes(program: Command, run: Run): void {
  const scenes = program
    .command('scenes')
    .description('save and restore the state of the things in and below a unit');
  scenes.command('list <unit>').description('list the scenes of a unit').action(run(list));
  scenes
    .command('create <unit> <name>')
    .description('save the current state as a scene and print its id')
    .action(run(create));
  scenes
    .command('show <unit> <scene>')
    .description('show the saved values of a scene, by id or name')
    .action(run(show));
  scenes
    .command('capture <unit> <scene>')
    .description('save the current state in a scene')
    .action(run(capture));
  scenes
    .command('activate <unit> <scene>')
    .description('restore the state and wait for the outcome')
    .option('--transition <seconds>', 'how long the changes take, where devices can')
    .action(run(activate));
  scenes
    .command('delete <unit> <scene>')
    .description('delete a scene; its things stay as they are')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

async function list({ printer, trellis }: Context, unit: string): Promise<void> {
  const items = await scenesOf(trellis, unit);
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note('No scenes.');
  printer.table(items, [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'NAME', text: ({ name }) => name, min: 12 },
    { title: 'SAVED', text: ({ modified }) => relativeTime(modified) ?? '', leaveOut: 1 },
  ]);
}

async function create({ printer, trellis }: Context, unit: string, name: string): Promise<void> {
  const path = { id: await findUnit(trellis, unit) };
  const { data } = await trellis.post('/units/{id}/scenes', { path, body: { name } });
  if (printer.json) printer.value(data);
  else printer.lines([idOf(data.id)]);
}

async function show({ printer, trellis }: Context, unit: string, given: string): Promise<void> {
  const { id } = await findScene(trellis, unit, given);
  const { data } = await trellis.get('/scenes/{id}', { path: { id } });
  printer.details(
    data,
    data.states.map(({ thing, properties }) => [idOf(thing.href), shortValues(properties)]),
  );
}

async function capture({ printer, trellis }: Context, unit: string, given: string): Promise<void> {
  const { id } = await findScene(trellis, unit, given);
  const { data } = await trellis.post('/scenes/{id}/capture', { path: { id } });
  printer.outcome(data, 'Saved.');
}

async function activate(
  { printer, trellis, signal }: Context,
  unit: string,
  given: string,
  { transition }: { transition?: string },
): Promise<void> {
  const { id } = await findScene(trellis, unit, given);
  const body = transition === undefined ? {} : { transition: Number(transition) };
  const options = { path: { id }, header: preferWait, body };
  let batch = (await trellis.post('/scenes/{id}/activate', options)).data as Batch;
  const path = { id: idOf(batch.id) };
  while (batch.status === 'pending') {
    await wait(pollMs, undefined, { signal });
    batch = (await trellis.get('/interactions/{id}', { path })).data as Batch;
  }
  const { completed, failed } = batch.progress;
  printer.outcome(batch, `${completed} of ${completed + failed} things restored.`);
  if (failed === 0) return;
  const failures: Result[] = [];
  const query = { status: 'failed' } as const;
  for await (const result of trellis.list('/interactions/{id}/results', { path, query })) {
    failures.push(result);
  }
  for (const { thing, problem } of failures.slice(0, maxShown)) {
    printer.note(`${idOf(thing.href)}: ${safeLine(problem?.detail ?? 'failed')}`);
  }
  throw new CliError(`${failed} ${failed === 1 ? 'thing was' : 'things were'} not restored.`);
}

const pollMs = 1_000;
const maxShown = 20;

async function remove(
  context: Context,
  unit: string,
  given: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { printer, trellis } = context;
  const { id, name } = await findScene(trellis, unit, given);
  await requireConfirmation(context, `Delete the scene ${name}?`, yes);
  await trellis.delete('/scenes/{id}', { path: { id } });
  printer.note(`Deleted ${safeLine(name)}.`);
}

async function scenesOf(trellis: Trellis, unit: string): Promise<Scene[]> {
  const path = { id: await findUnit(trellis, unit) };
  const scenes: Scene[] = [];
  for await (const scene of trellis.list('/units/{id}/scenes', { path })) scenes.push(scene);
  return scenes;
}

/** Finds a scene of a unit by its id or its name. */
async function findScene(trellis: Trellis, unit: string, given: string): Promise<Scene> {
  const scenes = await scenesOf(trellis, unit);
  const wanted = given.trim().toLowerCase();
  const named = scenes.filter(({ name }) => name.toLowerCase() === wanted);
  const found =
    scenes.find(({ id }) => id === idOf(given)) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  const count = named.length === 0 ? 'no scene' : 'more than one scene';
  throw notFoundError(`The unit has ${count} ${given}.`, 'Use an id that `scenes list` shows.');
}
