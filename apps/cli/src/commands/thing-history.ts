import type { components } from '@trellis/client';
import { Option, type Command } from 'commander';
import { parseInstant } from '../input/value.js';
import { findThing } from '../lookup/named.js';
import { firstOf, limitOption, type LimitOptions } from '../lookup/pages.js';
import { dayAndTime, shortValue } from '../output/format.js';
import type { Printer } from '../output/printer.js';
import type { Context, Run } from '../session/context.js';

type Value = components['schemas']['HistoricValue'];
type Interval = components['schemas']['HistoricInterval'];

interface HistoryOptions extends LimitOptions {
  since?: string;
  until?: string;
  interval?: string;
}

export function registerThingHistory(things: Command, run: Run): void {
  const instant = (flags: string, description: string) =>
    new Option(flags, description).argParser(parseInstant);
  things
    .command('history <thing> <property>')
    .description('show the values that a property had, newest last')
    .addOption(instant('--since <time>', 'values of this time and later; the last day by default'))
    .addOption(instant('--until <time>', 'values before this time'))
    .option('--interval <duration>', 'sums up intervals, such as PT15M or P1D')
    .addOption(limitOption())
    .action(run(history));
}

async function history(
  { printer, trellis }: Context,
  given: string,
  property: string,
  { limit, since, until, interval }: HistoryOptions,
): Promise<void> {
  const path = { id: await findThing(trellis, given), name: property };
  const query = { from: since, to: until, interval, order: 'desc' };
  const list = '/things/{id}/properties/{name}/history';
  const latest = await firstOf(trellis, list, { limit, path, query });
  const items = latest.items.toReversed();
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note('No values.');
  if (latest.more) printer.note(`Only the last ${items.length} of them; --limit shows more.`);
  if (interval === undefined) showValues(printer, items as Value[]);
  else showIntervals(printer, items as Interval[]);
}

const showValues = (printer: Printer, values: Value[]): void =>
  printer.table(values, [
    { title: 'TIME', text: ({ time }) => dayAndTime(time) },
    { title: 'VALUE', text: ({ value }) => shortValue(value), min: 8 },
  ]);

const showIntervals = (printer: Printer, intervals: Interval[]): void =>
  printer.table(intervals, [
    { title: 'START', text: ({ start }) => dayAndTime(start) },
    { title: 'MIN', text: ({ min }) => shortValue(min) },
    { title: 'MEAN', text: ({ mean }) => shortValue(mean) },
    { title: 'MAX', text: ({ max }) => shortValue(max) },
    { title: 'LAST', text: ({ last }) => shortValue(last), min: 8 },
    { title: 'KNOWN', text: ({ coverage }) => `${Math.round(coverage * 100)} %`, leaveOut: 1 },
  ]);
