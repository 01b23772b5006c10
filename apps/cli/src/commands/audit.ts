import type { components } from '@trellis/client';
import { Option, type Command } from 'commander';
import { parseInstant } from '../input/value.js';
import { firstOf, limitOption, type LimitOptions } from '../lookup/pages.js';
import { dayAndTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Entry = components['schemas']['AuditEntry'];

interface AuditOptions extends LimitOptions {
  since?: string;
  until?: string;
  actor?: string;
  operation?: string;
  resource?: string;
}

export function registerAudit(program: Command, run: Run): void {
  const instant = (flags: string, description: string) =>
    new Option(flags, description).argParser(parseInstant);
  program
    .command('audit')
    .description('show who changed what, newest last')
    .addOption(instant('--since <time>', 'only entries of this time and later, such as 2h'))
    .addOption(instant('--until <time>', 'only entries before this time'))
    .option('--actor <id>', 'only changes by this app, end user or operator')
    .option('--operation <name>', 'only this operation, such as createUnit')
    .option('--resource <id>', 'only changes of this resource')
    .addOption(limitOption())
    .action(run(audit));
}

async function audit(
  { printer, trellis }: Context,
  { limit, since, until, ...conditions }: AuditOptions,
): Promise<void> {
  const query = { ...conditions, from: since, to: until };
  const latest = await firstOf(trellis, '/audit', { limit, query });
  const entries = latest.items.toReversed();
  if (printer.json) return printer.value(entries);
  if (entries.length === 0) return printer.note('No entries.');
  if (latest.more) printer.note(`Only the last ${entries.length} entries; --limit shows more.`);
  printer.table(entries, [
    { title: 'TIME', text: ({ time }) => dayAndTime(time) },
    { title: 'WHO', text: whoOf, min: 8 },
    { title: 'OPERATION', text: ({ operation }) => operation, min: 10 },
    { title: 'RESOURCE', text: resourceOf, min: 8 },
    { title: 'RESULT', text: resultOf },
    { title: 'REQUEST', text: ({ request_id }) => request_id ?? '', leaveOut: 1 },
  ]);
}

const whoOf = ({ actor: { type, id }, subject }: Entry): string =>
  `${type} ${id}${subject === undefined || type === 'subject' ? '' : ` for ${subject}`}`;

function resourceOf({ resource: { type, ids } }: Entry): string {
  const [first = '', ...others] = ids;
  return `${type} ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`.trim();
}

function resultOf({ status, problem, items }: Entry): string {
  if (problem !== undefined) return problem;
  if (items) return `${items.succeeded} succeeded, ${items.failed} failed`;
  return String(status ?? 'done');
}
