import type { components, LogbookOptions } from '@trellis/client';
import type { Command } from 'commander';
import { findThing } from '../lookup/named.js';
import {
  firstOf,
  limitOption,
  printLatest,
  timeOptions,
  type TimeOptions,
} from '../lookup/pages.js';
import { dayAndTime, shortValue, targetText } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Entry = components['schemas']['LogbookEntry'];

type LogOptions = TimeOptions & Pick<NonNullable<LogbookOptions['query']>, 'property' | 'event'>;

export function registerThingLog(things: Command, run: Run): void {
  timeOptions(
    things
      .command('log <thing>')
      .description('show what changed of a thing and why, newest last')
      .option('--property <name>', 'only this property')
      .option('--event <name>', 'only this event'),
  )
    .addOption(limitOption())
    .action(run(log));
}

async function log({ printer, trellis }: Context, given: string, { limit, ...query }: LogOptions) {
  const path = { id: await findThing(trellis, given) };
  const latest = await firstOf(trellis, '/things/{id}/logbook', { limit, path, query });
  await printLatest<Entry>(printer, { what: 'entries', ...latest }, [
    { title: 'TIME', text: ({ time }) => dayAndTime(time) },
    { title: 'WHAT', text: whatOf, min: 8 },
    { title: 'CHANGE', text: changeOf, min: 12 },
    { title: 'WHY', text: whyOf, min: 10 },
    { title: 'REQUEST', text: ({ cause }) => cause.request_id, leaveOut: 1 },
  ]);
}

function whatOf({ kind, property, event }: Entry): string {
  if (kind === 'availability_changed') return 'availability';
  return property ?? event ?? 'device';
}

function changeOf(entry: Entry): string {
  const { kind, previous, value, status, code, data } = entry;
  switch (kind) {
    case 'property_changed':
      return [shortValue(previous), shortValue(value)].filter(Boolean).join(' → ');
    case 'target_changed':
      return targetText({ value, status: status ?? 'pending' });
    case 'availability_changed':
      return `${shortValue(previous)} → ${shortValue(value)}${code ? ` (${code})` : ''}`;
    case 'thing_event':
      return shortValue(data);
    case 'device_replaced':
      return `replaced by that of ${entry.with}`;
    default:
      return `restored, in place of that of ${entry.with}`;
  }
}

/** Formats why something changed: by whom, and as part of which bulk command or scene. */
function whyOf({ cause }: Entry): string {
  const { type, app, subject, batch, scene } = cause;
  if (type === 'reported') return 'device';
  if (type === 'client' || type === 'unknown') return type;
  const by = subject === undefined ? `app ${app}` : `end user ${subject} (app ${app})`;
  if (scene !== undefined) return `${by}, scene ${scene}`;
  return batch === undefined ? by : `${by}, bulk command ${batch}`;
}
