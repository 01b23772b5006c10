import type { ClientOperation, components, OperationConditions } from '@trellis/client';
import { Option, type Command } from 'commander';
import { parseInstant, wholeNumber } from '../input/value.js';
import { firstOf, limitOption, type LimitOptions } from '../lookup/pages.js';
import { dayAndTime } from '../output/format.js';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

interface LogOptions extends LimitOptions {
  follow?: boolean;
  requests?: boolean;
  kind?: OperationConditions['kind'];
  failed?: boolean;
  search?: string;
  since?: string;
}

interface DebugOptions {
  minutes: number;
}

export function registerClientLog(clients: Command, run: Run): void {
  clients
    .command('log <id>')
    .description('show what was done for a client and how it ended, newest last')
    .option('-f, --follow', 'follow new operations until Ctrl-C')
    .option('--requests', 'show the requests that were recorded')
    .option('--kind <kind>', 'only operations of this kind, such as poll')
    .option('--failed', 'only operations that failed')
    .option('--search <text>', 'only those with this text in an address or error')
    .addOption(
      new Option(
        '--since <time>',
        'only operations of this time and later, such as 2h for two hours ago',
      ).argParser(parseInstant),
    )
    .addOption(limitOption())
    .action(run(log));
  clients
    .command('debug <id>')
    .description('record every operation of a client with its requests for a time')
    .addOption(
      new Option('--minutes <n>', 'for how long, at most 30; 0 ends it')
        .argParser(wholeNumber)
        .default(30),
    )
    .action(run(debug));
}

async function log(context: Context, id: string, options: LogOptions): Promise<void> {
  const { printer, trellis, signal } = context;
  const { limit, follow, kind, failed, search, since } = options;
  const query: OperationConditions = {
    ...(kind && { kind }),
    ...(failed && { outcome: 'failed' }),
    ...(search !== undefined && { q: search }),
    ...(since !== undefined && { from: since }),
  };
  const path = { id };
  const latest = await firstOf(trellis, '/connectors/clients/{id}/activity', {
    limit,
    path,
    query,
  });
  const show = createView(context, options.requests === true);
  for (const one of latest.items.toReversed()) await show(one);
  if (latest.items.length === 0 && !follow) printer.note('No operations.');
  if (latest.more) printer.note(`Only the last ${latest.items.length}; --limit shows more.`);
  if (!follow) return;
  for await (const { data } of trellis.operations({ client: id, ...query }, { signal })) {
    await show(data);
  }
}

/** Returns a function that prints an operation, with its requests if they are wanted. */
function createView({ printer, trellis }: Context, withRequests: boolean) {
  return async (operation: ClientOperation): Promise<void> => {
    const { id, has_requests } = operation;
    const { data } =
      withRequests && has_requests
        ? await trellis.get('/activity/{id}', { path: { id } })
        : { data: { ...operation, requests: undefined } };
    if (printer.json) return printer.jsonLine(data);
    printer.lines([lineOf(printer, operation), ...(data.requests ?? []).flatMap(linesOf)]);
  };
}

function lineOf({ colors }: Printer, operation: ClientOperation): string {
  const { last, kind, outcome, code, detail, count, runs } = operation;
  const run = runs[0];
  const by = run?.started_by.type;
  const counts = run?.counts;
  const found = counts?.found === undefined ? [] : [`${counts.found} devices`];
  const changed = counts?.changed ? [`${counts.changed} changed`] : [];
  const parts = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(run ? [`${run.duration_ms} ms`] : []),
    ...found,
    ...changed,
    ...(run?.name ? [safeLine(run.name)] : []),
    ...(by && by !== 'schedule' ? [`by ${by.replace('_', ' ')}`] : []),
  ].join(', ');
  const end = outcome === 'failed' ? colors.red(`${code}: ${safeLine(detail ?? '')}`) : outcome;
  return `${dayAndTime(last)}  ${kind.padEnd(13)}  ${end} (${parts})`;
}

type RecordedRequest = components['schemas']['RecordedRequest'];

/** Formats a request: what was sent where, what came back, and the beginning of that. */
function linesOf({ method, address, status, duration_ms, error, received }: RecordedRequest) {
  const outcome = error ?? (status === undefined ? '' : String(status));
  const took = duration_ms === undefined ? '' : ` (${duration_ms} ms)`;
  const body = received?.body?.trim();
  return [
    `    ${method} ${safeLine(address)}  ${safeLine(outcome)}${took}`,
    ...(body ? [`      ${safeLine(body).slice(0, maxBody)}`] : []),
  ];
}

/** How much of an answer is shown (characters); `--json` shows all that was recorded. */
const maxBody = 300;

async function debug({ printer, trellis }: Context, id: string, { minutes }: DebugOptions) {
  const { data } = await trellis.post('/connectors/clients/{id}/debug', {
    path: { id },
    body: { minutes },
  });
  if (printer.json) return printer.value(data);
  printer.note(
    data.until === null
      ? 'Only failures are recorded with their requests.'
      : `Everything is recorded until ${dayAndTime(data.until)}. See: trellis clients log ${id} --requests`,
  );
}
