import type { ClientOperation, components, OperationConditions } from '@trellis/client';
import { Option, type Command } from 'commander';
import { wholeNumber } from '../input/value.js';
import { firstOf, limitOption, timeOptions, type TimeOptions } from '../lookup/pages.js';
import { dayAndTime } from '../output/format.js';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

interface LogOptions extends TimeOptions {
  follow?: boolean;
  requests?: boolean;
  kind?: OperationConditions['kind'];
  failed?: boolean;
  outcome?: OperationConditions['outcome'];
  code?: string;
  search?: string;
}

interface ActivityOptions extends LogOptions {
  client?: string;
  endUser?: string;
  type?: string;
}

interface DebugOptions {
  minutes: number;
}

/** Adds the filters of the activity of a client, and of the account. */
const withFilters = (command: Command): Command =>
  timeOptions(
    command
      .option('-f, --follow', 'follow new operations until Ctrl-C')
      .option('--requests', 'show the requests that were recorded')
      .option('--kind <kind>', 'only operations of this kind, such as poll')
      .option('--failed', 'only operations that failed')
      .option('--outcome <outcome>', 'only operations that ended like this, such as succeeded')
      .option('--code <code>', 'only failures with this code, such as unavailable')
      .option('--search <text>', 'only those with this text in an address or error'),
  ).addOption(limitOption());

export function registerActivity(program: Command, run: Run): void {
  withFilters(
    program
      .command('activity')
      .description('show what was done for all connector clients, newest last'),
  )
    .option('--client <id>', 'only operations of this client')
    .option('--end-user <id>', 'only operations of the clients of this end user')
    .option('--type <type>', 'only operations of clients of this connector type')
    .action(run(activity));
}

export function registerClientLog(clients: Command, run: Run): void {
  withFilters(
    clients
      .command('log <id>')
      .description('show what was done for a client and how it ended, newest last'),
  ).action(run(log));
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

function activity(context: Context, options: ActivityOptions): Promise<void> {
  const { client, endUser: subject, type: connector_type_id } = options;
  const query = { ...conditionsOf(options), client, subject, connector_type_id };
  const { limit } = options;
  const latest = firstOf(context.trellis, '/activity', { limit, query });
  return show(context, options, { query, latest });
}

function log(context: Context, id: string, options: LogOptions): Promise<void> {
  const query = conditionsOf(options);
  const list = { limit: options.limit, path: { id }, query };
  const latest = firstOf(context.trellis, '/connectors/clients/{id}/activity', list);
  return show(context, options, { query: { client: id, ...query }, latest });
}

const conditionsOf = ({
  kind,
  failed,
  outcome,
  code,
  search,
  since,
  until,
}: LogOptions): OperationConditions => ({
  kind,
  outcome: failed ? 'failed' : outcome,
  code,
  q: search,
  from: since,
  to: until,
});

interface Shown {
  query: OperationConditions;
  /** Newest first. */
  latest: Promise<{ items: ClientOperation[]; more: boolean }>;
}

/** Prints the latest operations, then those that follow if they are wanted. */
async function show(
  context: Context,
  { follow, requests = false }: LogOptions,
  { query, latest }: Shown,
): Promise<void> {
  const { printer, trellis, signal } = context;
  const { items, more } = await latest;
  const view = createView(context, requests);
  for (const one of items.toReversed()) await view(one);
  if (items.length === 0 && !follow) printer.note('No operations.');
  if (more) printer.note(`Only the last ${items.length}; --limit shows more.`);
  if (!follow) return;
  for await (const { data } of trellis.operations(query, { signal })) await view(data);
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

/** Formats a request: method, address, status, and the beginning of the answer. */
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
