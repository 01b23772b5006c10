import type { components, Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { readDocument } from '../input/value.js';
import { requireConfirmation } from '../input/prompts.js';
import { idOf } from '../lookup/named.js';
import { CliError, notFoundError, usageError } from '../output/failure.js';
import { dayAndTime, relativeTime } from '../output/format.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

type Alert = components['schemas']['Alert'];
type NewAlert = components['schemas']['NewAlert'];

interface CreateOptions {
  when: string;
  email?: string[];
  webhook?: string;
  slack?: string;
  repeat?: string;
}

export function registerAlerts(program: Command, run: Run): void {
  const alerts = program
    .command('alerts')
    .description('rules that tell what fails by e-mail, webhook or Slack');
  alerts.command('list', { isDefault: true }).description('list the rules').action(run(list));
  alerts
    .command('show <rule>')
    .description('show a rule, by id or name, and what fires')
    .action(run(show));
  alerts
    .command('create <name>')
    .description('create a rule and print its id')
    .requiredOption('--when <json>', 'condition, as {"kind":"client_error","minutes":15}')
    .option('--email <addresses...>', 'send e-mails there')
    .option('--webhook <url>', 'post signed messages there')
    .option('--slack <url>', 'post to a Slack-compatible webhook')
    .option('--repeat <minutes>', 'repeat the message while something fires')
    .action(run(create));
  alerts
    .command('silence <rule>')
    .description('send nothing for a time; the rule goes on to watch')
    .option('--hours <n>', 'for how long; 0 ends the silence', '8')
    .action(run(silence));
  alerts.command('test <rule>').description('send a test message').action(run(test));
  alerts
    .command('delete <rule>')
    .description('delete a rule')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

async function list({ printer, trellis }: Context): Promise<void> {
  const items = await readAll(trellis);
  if (printer.json) return printer.value(items);
  if (items.length === 0) return printer.note('No alert rules.');
  printer.table(items, [
    { title: 'ID', text: ({ id }) => idOf(id), leaveOut: 2 },
    { title: 'NAME', text: ({ name }) => name, min: 12 },
    { title: 'WHEN', text: ({ condition }) => conditionText(condition), leaveOut: 1 },
    { title: 'FIRING', text: ({ firing }) => String(firing) },
    { title: 'SILENCED', text: silenceText, leaveOut: 3 },
  ]);
}

const conditionText = ({ kind, ...rest }: Alert['condition']): string =>
  [kind, ...Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(
    ' ',
  );

const silenceText = ({ silenced_until }: Alert): string =>
  silenced_until !== null && new Date(silenced_until) > new Date()
    ? (relativeTime(silenced_until) ?? '')
    : '';

async function show({ printer, trellis }: Context, given: string): Promise<void> {
  const path = { id: await findAlert(trellis, given) };
  const { data } = await trellis.get('/alerts/{id}', { path });
  const { condition, email, webhook, slack } = data;
  printer.details(data, [
    ['name', data.name],
    ['when', conditionText(condition)],
    ['tells', [...email, webhook, slack].filter(Boolean).join(', ')],
    ['firing', String(data.firing)],
    ...data.fires.map(({ title, detail, since }): [string, string] => [
      title,
      `${detail} (since ${dayAndTime(since)})`,
    ]),
  ]);
}

async function create(
  { printer, trellis }: Context,
  name: string,
  { when, email, webhook, slack, repeat }: CreateOptions,
): Promise<void> {
  const body = {
    name,
    condition: (await readDocument(when)) as NewAlert['condition'],
    email,
    webhook,
    slack,
    ...(repeat !== undefined && { repeat_minutes: Number(repeat) }),
  };
  const { data } = await trellis.post('/alerts', { body });
  if (printer.json) return printer.value(data);
  printer.lines([idOf(data.id)]);
  if (data.secret) printer.note(`The secret of the webhook, shown once: ${data.secret}`);
}

async function silence(
  { printer, trellis }: Context,
  given: string,
  { hours }: { hours: string },
): Promise<void> {
  const count = Number(hours);
  if (!(count >= 0 && count <= 8_760)) throw usageError('Hours are a number from 0 to 8760.');
  const path = { id: await findAlert(trellis, given) };
  const until = count === 0 ? null : new Date(Date.now() + count * 3_600_000).toISOString();
  const { data } = await trellis.patch('/alerts/{id}', { path, body: { silenced_until: until } });
  printer.outcome(data, until === null ? 'No longer silenced.' : `Silenced until ${until}.`);
}

async function test({ printer, trellis }: Context, given: string): Promise<void> {
  const path = { id: await findAlert(trellis, given) };
  const { data } = await trellis.post('/alerts/{id}/test', { path });
  if (printer.json) printer.value(data);
  else if (data.length === 0) printer.note('The rule tells nobody.');
  else {
    printer.lines(
      data.map(({ to, delivered, detail }) =>
        safeLine(`${to}: ${delivered ? 'accepted' : (detail ?? 'not accepted')}`),
      ),
    );
  }
  const failed = data.filter(({ delivered }) => !delivered).length;
  if (failed > 0) throw new CliError(`${failed} of ${data.length} messages were not accepted.`);
}

async function remove(context: Context, given: string, { yes }: { yes?: boolean }): Promise<void> {
  const { printer, trellis } = context;
  const id = await findAlert(trellis, given);
  await requireConfirmation(context, `Delete the alert rule ${given}?`, yes);
  await trellis.delete('/alerts/{id}', { path: { id } });
  printer.note(`Deleted ${safeLine(given)}.`);
}

async function readAll(trellis: Trellis): Promise<Alert[]> {
  const all: Alert[] = [];
  for await (const alert of trellis.list('/alerts', {})) all.push(alert);
  return all;
}

/** Finds a rule by its id or its name. */
async function findAlert(trellis: Trellis, given: string): Promise<string> {
  const alerts = await readAll(trellis);
  const wanted = given.trim().toLowerCase();
  const named = alerts.filter(({ name }) => name.toLowerCase() === wanted);
  const found =
    alerts.find(({ id }) => idOf(id) === idOf(given)) ??
    (named.length === 1 ? named[0] : undefined);
  if (found) return idOf(found.id);
  const count = named.length === 0 ? 'no alert rule' : 'more than one alert rule';
  throw notFoundError(`There is ${count} ${given}.`, 'Use an id that `alerts list` shows.');
}
