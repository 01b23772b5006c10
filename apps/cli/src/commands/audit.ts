import type { components } from '@trellis/client';
import type { Command } from 'commander';
import {
  firstOf,
  limitOption,
  printLatest,
  timeOptions,
  type TimeOptions,
} from '../lookup/pages.js';
import { dayAndTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Entry = components['schemas']['AuditEntry'];

interface AuditOptions extends TimeOptions {
  actor?: string;
  operation?: string;
  resource?: string;
}

export function registerAudit(program: Command, run: Run): void {
  timeOptions(program.command('audit').description('show who changed what, newest last'))
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
  await printLatest<Entry>(printer, { what: 'entries', ...latest }, [
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
