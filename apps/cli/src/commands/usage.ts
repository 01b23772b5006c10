import type { components } from '@trellis/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { firstOf } from '../lookup/pages.js';
import type { Column } from '../output/table.js';
import type { Context, Run } from '../session/context.js';
import { standardOutput } from './unit-files.js';

type Usage = components['schemas']['Usage'];

const groups = ['day', 'connector', 'subject'] as const;

interface UsageOptions {
  since?: string;
  until?: string;
  by: string;
  connector?: string;
  csv?: boolean;
}

export function registerUsage(program: Command, run: Run): void {
  program
    .command('usage')
    .description('show what clients and subjects did: polls, writes, events, messages')
    .addOption(
      dayOption('--since <day>', 'first day (UTC), such as 2026-11-01; by default 30 days ago'),
    )
    .addOption(dayOption('--until <day>', 'the day after the last; by default tomorrow'))
    .addOption(
      new Option('--by <groups>', `add up by ${groups.join(', ')}, or several with commas`)
        .argParser(parseGroups)
        .default('day'),
    )
    .option('--connector <type>', 'only usage of this connector type')
    .option('--csv', 'write a table for spreadsheets (CSV)')
    .action(run(usage));
}

const dayOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string) => {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
    throw new InvalidArgumentError('It must be a day, such as 2026-11-01.');
  });

function parseGroups(text: string): string {
  const known: readonly string[] = groups;
  if (text.split(',').every((group) => known.includes(group))) return text;
  throw new InvalidArgumentError(`It must be ${groups.join(', ')}, or several with commas.`);
}

async function usage(
  { printer, trellis, signal }: Context,
  { by, csv, ...conditions }: UsageOptions,
): Promise<void> {
  const query = { ...conditions, group_by: by };
  if (csv) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const headers = { Accept: 'text/csv' };
    const response = await trellis.fetch(`/usage?${new URLSearchParams(given).toString()}`, {
      headers,
      signal,
    });
    for await (const chunk of response.body ?? []) await standardOutput.write(chunk);
    return;
  }
  const { items } = await firstOf(trellis, '/usage', { limit: 0, query });
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note('No usage in this time.');
  printer.table(items, columnsOf(by.split(',')));
  if (items.some(({ partial }) => partial)) {
    printer.note('* A day has not ended, or is not counted to its end.');
  }
}

const number = new Intl.NumberFormat('en');

const texts: Record<string, (row: Usage) => string> = {
  day: ({ day = '' }) => day,
  connector: ({ connector_type_id = '-' }) => connector_type_id,
  subject: ({ subject = '-' }) => subject,
};

const figures = ['clients', 'things', 'polls', 'writes', 'events', 'deliveries', 'bytes'] as const;

/** The figures that a narrow terminal leaves out, the last one first. */
const leftOut: readonly string[] = ['deliveries', 'things', 'bytes'];

const columnsOf = (by: readonly string[]): Column<Usage>[] => [
  ...by.map((group, index) => ({
    title: group.toUpperCase(),
    text: (row: Usage) => `${texts[group]!(row)}${index === 0 && row.partial ? ' *' : ''}`,
    min: 8,
  })),
  ...figures.map((figure) => ({
    title: figure.toUpperCase(),
    text: (row: Usage) => number.format(row[figure]),
    ...(leftOut.includes(figure) && { leaveOut: leftOut.indexOf(figure) + 1 }),
  })),
];
