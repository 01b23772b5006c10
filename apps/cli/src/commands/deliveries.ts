import { setTimeout } from 'node:timers/promises';
import type { components } from '@trellis/client';
import { Option, type Command } from 'commander';
import { idOf } from '../lookup/named.js';
import { firstOf, limitOption, printLatest, type LimitOptions } from '../lookup/pages.js';
import { usageError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Delivery = components['schemas']['Delivery'];
type DeliveryConditions = components['schemas']['NewRedelivery'];

/** The conditions on messages. */
interface Conditions {
  status?: Delivery['status'];
  type?: string;
  thing?: string;
  from?: string;
  to?: string;
  response?: string;
  error?: string;
  search?: string;
}

type ListOptions = LimitOptions & Conditions;

export function registerDeliveries(program: Command, run: Run): void {
  const deliveries = program
    .command('deliveries')
    .description('list, test and redeliver the messages to the callback of this app');
  withConditions(
    deliveries
      .command('list', { isDefault: true })
      .description('list the latest messages, newest last'),
  )
    .addOption(limitOption())
    .action(run(list));
  deliveries
    .command('get <id>')
    .alias('show')
    .description('show a message with its payload and its last attempts as JSON')
    .action(run(get));
  withConditions(
    deliveries
      .command('redeliver [ids...]')
      .description('redeliver messages, by their ids or all that meet conditions')
      .option('--all', 'all messages of the last seven days, or those that meet the conditions'),
  ).action(run(redeliver));
  deliveries
    .command('test')
    .description('send a test message, and show how the app answers')
    .action(run(test));
  deliveries
    .command('replay')
    .description('redeliver all events after a given one')
    .requiredOption('--from <id>', 'id of the last event not to redeliver')
    .action(run(replay));
}

const withConditions = (command: Command): Command =>
  command
    .addOption(
      new Option('--status <status>', 'only messages with this status').choices([
        'pending',
        'delivered',
        'failed',
      ]),
    )
    .option('--type <type>', 'only messages of this type')
    .option('--thing <id>', 'only messages about this thing')
    .option('--from <time>', 'only messages of this time (ISO 8601) and later ones')
    .option('--to <time>', 'only messages before this time')
    .option('--response <status>', 'only with this status of the answer, such as 404, 5xx or none')
    .option('--error <text>', 'only with this text in the last error')
    .option('--search <text>', 'only with this text in an error, an answer or an address');

const conditionsOf = ({
  status,
  type,
  thing,
  from,
  to,
  response,
  error,
  search,
}: Conditions): DeliveryConditions => ({
  ...(status !== undefined && { status }),
  ...(type !== undefined && { type }),
  ...(thing !== undefined && { thing }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(response !== undefined && { response_status: response }),
  ...(error !== undefined && { error }),
  ...(search !== undefined && { search }),
});

async function list(context: Context, { limit, ...conditions }: ListOptions): Promise<void> {
  const { printer } = context;
  const query = { sort: '-created', ...conditionsOf(conditions) };
  const latest = await firstOf(context.trellis, '/callback/deliveries', { limit, query });
  await printLatest<Delivery>(printer, { what: 'messages', ...latest }, [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'TYPE', text: ({ type }) => type, min: 10 },
    { title: 'STATUS', text: ({ status }) => status, style: printer.colorState },
    { title: 'ATTEMPTS', text: ({ attempts }) => String(attempts), leaveOut: 2 },
    { title: 'CREATED', text: ({ created }) => relativeTime(created), leaveOut: 3 },
    {
      title: 'RESPONSE',
      text: (one) => one.error ?? String(one.response_status ?? ''),
      min: 8,
      leaveOut: 1,
    },
  ]);
}

async function get({ printer, trellis }: Context, id: string): Promise<void> {
  const path = { id };
  printer.value((await trellis.get('/callback/deliveries/{id}', { path })).data);
}

async function redeliver(
  context: Context,
  ids: string[],
  { all, ...conditions }: Conditions & { all?: boolean },
): Promise<void> {
  const { printer, trellis } = context;
  if (ids.length === 0) return redeliverMatching(context, conditionsOf(conditions), all);
  for (const id of ids) {
    const { data } = await trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } });
    if (printer.json) printer.jsonLine(data);
    else printer.note(`Redelivering ${idOf(data.id)}.`);
  }
}

/** How often the progress of a redelivery is read (ms). */
const progressMs = 1_000;

async function redeliverMatching(
  { printer, trellis, signal }: Context,
  conditions: DeliveryConditions,
  all = false,
): Promise<void> {
  if (!all && Object.keys(conditions).length === 0) {
    const remedy =
      'trellis deliveries redeliver <ids...>, or --all, or conditions such as --status failed';
    throw usageError('No message is given.', remedy);
  }
  let { data } = await trellis.post('/callback/redeliveries', { body: conditions });
  while (data.status === 'running') {
    await setTimeout(progressMs, undefined, { signal });
    ({ data } = await trellis.get('/callback/redeliveries/{id}', { path: { id: data.id } }));
  }
  printer.outcome(data, `Redelivered ${data.redelivered} messages.`);
}

async function test({ printer, trellis }: Context): Promise<void> {
  const { data } = await trellis.post('/callback/test');
  const attempt = data.last_attempts[0];
  printer.details(data, [
    ['Status', printer.colorState(data.status)],
    ['Address', attempt?.url],
    ['Response', attempt?.response_status?.toString()],
    ['Duration', attempt?.duration_ms === undefined ? undefined : `${attempt.duration_ms} ms`],
    ['Error', attempt?.error],
    ['Answer', attempt?.answer?.text],
  ]);
}

async function replay({ printer, trellis }: Context, { from }: { from: string }): Promise<void> {
  const { data } = await trellis.post('/callback/replay', { body: { from } });
  printer.outcome(data, 'Redelivering all events since then.');
}
