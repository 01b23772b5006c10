import type { components } from '@trellis/client';
import { Option, type Command } from 'commander';
import { idOf } from '../lookup/named.js';
import { firstOf, limitOption, type LimitOptions } from '../lookup/pages.js';
import { relativeTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Delivery = components['schemas']['Delivery'];

interface ListOptions extends LimitOptions {
  status?: Delivery['status'];
}

export function registerDeliveries(program: Command, run: Run): void {
  const deliveries = program
    .command('deliveries')
    .description('list and redeliver the messages to the callback of this app');
  deliveries
    .command('list', { isDefault: true })
    .description('list the latest messages, newest last')
    .addOption(
      new Option('--status <status>', 'only messages with this status').choices([
        'pending',
        'delivered',
        'failed',
      ]),
    )
    .addOption(limitOption())
    .action(run(list));
  deliveries
    .command('get <id>')
    .alias('show')
    .description('show a message with its payload as JSON')
    .action(run(get));
  deliveries.command('redeliver <ids...>').description('redeliver messages').action(run(redeliver));
  deliveries
    .command('replay')
    .description('redeliver all events after a given one')
    .requiredOption('--from <id>', 'id of the last event not to redeliver')
    .action(run(replay));
}

async function list(context: Context, { limit, status }: ListOptions): Promise<void> {
  const { printer } = context;
  const query = { sort: '-created', status };
  const latest = await firstOf(context.trellis, '/callback/deliveries', { limit, query });
  const items = latest.items.toReversed();
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note('No messages.');
  if (latest.more) printer.note(`Only the last ${items.length} messages; --limit shows more.`);
  printer.table(items, [
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

async function redeliver({ printer, trellis }: Context, ids: string[]): Promise<void> {
  for (const id of ids) {
    const { data } = await trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } });
    if (printer.json) printer.jsonLine(data);
    else printer.note(`Redelivering ${idOf(data.id)}.`);
  }
}

async function replay({ printer, trellis }: Context, { from }: { from: string }): Promise<void> {
  const { data } = await trellis.post('/callback/replay', { body: { from } });
  printer.outcome(data, 'Redelivering all events since then.');
}
