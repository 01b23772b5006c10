import type { components } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { readDocument } from '../input/value.js';
import { idOf } from '../lookup/named.js';
import { firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { CliError, usageError } from '../output/failure.js';
import { dayAndTime, relativeTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';
import { printEvents } from './events.js';

type Schemas = components['schemas'];
type Subscription = Schemas['Subscription'];
type Attempt = Schemas['SubscriptionAttempt'];

interface Changes {
  match?: string;
  url?: string;
}

export function registerSubscriptions(program: Command, run: Run): void {
  const subscriptions = program
    .command('subscriptions')
    .description('manage and follow subscriptions to events that meet conditions');
  subscriptions
    .command('list', { isDefault: true })
    .description('list the subscriptions')
    .addOption(limitOption())
    .action(run(list));
  subscriptions.command('show <id>').alias('get').description('show one').action(run(show));
  subscriptions
    .command('create')
    .description('create a subscription and print its id')
    .requiredOption(
      '--match <json>',
      'conditions, as {"capability":"motion"}; @file, or - for stdin',
    )
    .option('--url <url>', 'post signed messages there')
    .option('--from <id>', 'begin with the messages after this event')
    .action(run(create));
  subscriptions
    .command('update <id>')
    .description('change conditions (null removes one) or the address; a stopped one goes on')
    .option('--match <json>', 'conditions to change, as {"below":null}')
    .option('--url <url>', 'post the messages there')
    .action(run(update));
  registerMessages(subscriptions, run);
  subscriptions
    .command('follow <id>')
    .description('follow what a subscription matches until Ctrl-C')
    .option('--from <id>', 'continue after the event with this id')
    .action(run(follow));
  subscriptions
    .command('delete <id>')
    .description('delete a subscription')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

/** Registers the commands for subscriptions with an address. */
function registerMessages(subscriptions: Command, run: Run): void {
  subscriptions.command('test <id>').description('send a test message').action(run(test));
  subscriptions
    .command('attempts <id>')
    .description('show the last attempts to send its messages')
    .action(run(attempts));
  subscriptions
    .command('pending <id>')
    .description('print the events whose messages wait, one JSON object per line')
    .addOption(limitOption())
    .action(run(pending));
  subscriptions
    .command('rotate <id>')
    .description('issue a new secret and show it, once')
    .action(run(rotate));
}

async function list({ printer, trellis }: Context, { limit }: LimitOptions): Promise<void> {
  const found = await firstOf(trellis, '/subscriptions', { limit });
  await printList<Subscription>(printer, { what: 'subscriptions', ...found }, () => [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'MATCH', text: ({ match }) => JSON.stringify(match), min: 12 },
    { title: 'TO', text: ({ url }) => url ?? 'stream', min: 8, leaveOut: 1 },
    { title: 'STATUS', text: statusOf, style: printer.colorState },
    { title: 'CREATED', text: ({ created }) => relativeTime(created), leaveOut: 2 },
  ]);
}

const statusOf = ({ status, error }: Subscription): string => (error ? 'failed' : (status ?? ''));

async function show({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.get('/subscriptions/{id}', { path: { id } });
  const { match, url, subject, status, cursor, created, error } = data;
  printer.details(data, [
    ['Subscription', idOf(data.id)],
    ['Match', JSON.stringify(match)],
    ['End user', subject],
    ['Posted to', url],
    ['Status', status],
    ['Sent up to', cursor],
    ['Created', relativeTime(created)],
    ['Error', error && `${error.detail} (${error.attempts} attempts)`],
    ['Failing since', error && dayAndTime(error.since)],
    ['Next attempt', error?.next_attempt && relativeTime(error.next_attempt)],
  ]);
}

async function create(
  { printer, trellis }: Context,
  { match, url, from }: { match: string; url?: string; from?: string },
): Promise<void> {
  const body = {
    match: (await readDocument(match)) as Schemas['NewSubscription']['match'],
    url,
    from,
  };
  const { data } = await trellis.post('/subscriptions', { body });
  if (printer.json) return printer.value(data);
  printer.lines([idOf(data.id)]);
  if (data.secret) printer.note(`The secret that signs messages, shown once: ${data.secret}`);
}

async function update({ printer, trellis }: Context, id: string, { match, url }: Changes) {
  if (match === undefined && url === undefined) {
    throw usageError('Nothing to change.', 'Use --match or --url.');
  }
  const body = { match: match === undefined ? undefined : await readDocument(match), url };
  await trellis.patch('/subscriptions/{id}', { path: { id }, body });
  printer.note('Subscription updated.');
}

async function test({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.post('/subscriptions/{id}/test', { path: { id } });
  printer.details(data, [
    ['Address', data.url],
    ['Response', outcomeOf(data)],
    ['Answer', data.answer?.text],
  ]);
  if (data.error !== undefined) throw new CliError('The message was not accepted.');
}

const outcomeOf = ({ response_status, error, duration_ms }: Attempt): string =>
  [response_status, error, ...(duration_ms === undefined ? [] : [`(${duration_ms} ms)`])]
    .filter((part) => part !== undefined)
    .join(' ');

async function attempts({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.get('/subscriptions/{id}/attempts', { path: { id } });
  await printList<Attempt>(printer, { what: 'attempts', items: data, more: false }, () => [
    { title: 'TIME', text: ({ at }) => dayAndTime(at) },
    { title: 'TYPE', text: ({ message }) => message.type },
    { title: 'OUTCOME', text: outcomeOf, min: 10 },
    { title: 'ADDRESS', text: ({ url }) => url, min: 10, leaveOut: 1 },
  ]);
}

async function pending({ printer, trellis }: Context, id: string, { limit }: LimitOptions) {
  const { items, more } = await firstOf(trellis, '/subscriptions/{id}/pending', {
    limit,
    path: { id },
  });
  for (const event of items) printer.jsonLine(event);
  if (items.length === 0) printer.note('No messages wait.');
  if (more) printer.note(`Only the first ${items.length}; --limit shows more.`);
}

async function rotate({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.post('/subscriptions/{id}/rotate', { path: { id } });
  const { secret, previous_secret_until: until } = data;
  printer.details(data, [
    ['Secret', secret],
    ['Previous secret', until && `signs until ${dayAndTime(until)}`],
  ]);
  if (!printer.json) printer.note('Store the secret now: it is not shown again.');
}

async function follow(context: Context, id: string, { from }: { from?: string }): Promise<void> {
  const { trellis, signal } = context;
  const lastEventId = from ?? (await trellis.get('/changes')).data.cursor;
  await printEvents(context, trellis.subscription(id, { lastEventId, signal }), {
    lastEventId,
    command: `trellis subscriptions follow ${id}`,
  });
}

async function remove(context: Context, id: string, { yes }: { yes?: boolean }): Promise<void> {
  await requireConfirmation(context, `Delete the subscription ${id}?`, yes);
  await context.trellis.delete('/subscriptions/{id}', { path: { id } });
  context.printer.note('Subscription deleted.');
}
