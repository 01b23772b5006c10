import { Option, type Command } from 'commander';
import { readAssignments } from '../input/configuration.js';
import { requireConfirmation } from '../input/prompts.js';
import { collect } from '../input/value.js';
import {
  adviceFor,
  readClient,
  readConnectors,
  typeOf,
  type ListedClient,
} from '../lookup/connectors.js';
import { idOf } from '../lookup/named.js';
import { counted, firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { CliError } from '../output/failure.js';
import { dayAndTime, relativeTime, showRemoval } from '../output/format.js';
import type { Printer } from '../output/printer.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';
import { attributeOption, attributesOf } from './attributes.js';
import { registerClientLog } from './activity.js';
import { readInstance } from './instances.js';

interface ListOptions extends LimitOptions {
  status?: string;
  attention?: boolean;
  attribute?: string[];
}

export function registerClients(program: Command, run: Run): void {
  const clients = program.command('clients').description('manage connector clients');
  clients
    .command('list', { isDefault: true })
    .description('list clients with their status and errors')
    .addOption(
      new Option('--status <status>', 'only clients with this status').choices([
        'starting',
        'started',
        'error',
        'paused',
      ]),
    )
    .option('--attention', 'only clients that need attention')
    .addOption(attributeOption())
    .addOption(limitOption())
    .action(run(list));
  clients.command('get <id>').alias('show').description('show a client').action(run(get));
  clients.command('poll <id>').description('poll a client now').action(run(poll));
  clients
    .command('pause <id>')
    .description('pause a client until it is resumed')
    .option('--reason <text>', 'reason to record')
    .action(run(pause));
  clients.command('resume <id>').description('resume a paused client').action(run(resume));
  clients
    .command('configuration <id>')
    .description('show the configuration of a client, without its secrets')
    .action(run(showConfiguration));
  clients
    .command('configure <id>')
    .description('change the configuration; it is tested before it replaces the old one')
    .option(
      '--set <name=value>',
      'member to set; @file reads the value from a file, null removes it',
      collect,
    )
    .option('--via <agent>', 'id of the agent through which it is reached; `none` for no agent')
    .action(run(configure));
  registerClientLog(clients, run);
  clients
    .command('authorize <id>')
    .description('show the address where the end user authorizes a client')
    .action(run(authorize));
  clients
    .command('delete <id>')
    .description('delete a client and its things')
    .option('-y, --yes', 'skip the confirmation')
    .option('--force', 'report what the remote technology refused')
    .action(run(remove));
}

const statusOf = ({ status, paused }: Pick<ListedClient, 'status' | 'paused'>): string =>
  paused ? 'PAUSED' : status;

/** Maximum number of things that a list counts per client. */
const maxThings = 1_000;

async function list({ printer, trellis }: Context, options: ListOptions): Promise<void> {
  const query = { ...conditionsOf(options), view: 'summary' };
  const found = await firstOf(trellis, '/connectors/clients', { limit: options.limit, query });
  await printList<ListedClient>(printer, { what: 'clients', ...found }, async () => {
    const connectors = await readConnectors(trellis);
    return [
      { title: 'ID', text: ({ id }) => idOf(id) },
      { title: 'TYPE', text: (client) => typeOf(connectors, client), min: 8 },
      { title: 'SUBJECT', text: ({ subject }) => idOf(subject.href), min: 8 },
      { title: 'NAME', text: ({ name }) => name, min: 6, leaveOut: 3 },
      { title: 'STATUS', text: statusOf, style: printer.colorState },
      { title: 'THINGS', text: ({ things }) => counted(things, maxThings), leaveOut: 1 },
      { title: 'POLLED', text: ({ last_polled }) => relativeTime(last_polled), leaveOut: 2 },
    ];
  });
  if (printer.json) return;
  for (const client of found.items) showError(printer, client);
}

/** Returns the query for the options. A paused client counts as paused only, whatever its status. */
function conditionsOf({ status, attention, attribute }: ListOptions) {
  const isPaused = status === 'paused';
  return {
    status: isPaused ? undefined : status?.toUpperCase(),
    paused: status && String(isPaused),
    attention: attention && 'true',
    attributes: attributesOf(attribute),
  };
}

function showError(printer: Printer, client: ListedClient): void {
  const { error, id } = client;
  if (!error || client.paused) return;
  printer.lines([
    '',
    `${printer.colors.red(idOf(id))}  ${error.code} since ${dayAndTime(error.since)}`,
    `  ${safeLine(error.detail)}`,
    ...(error.address ? [`  ${safeLine(error.address)}`] : []),
    ...(error.advice ? [`  ${error.advice}`] : []),
    `  ${adviceFor(client)}`,
  ]);
}

async function get({ printer, trellis }: Context, id: string): Promise<void> {
  const client = await readClient(trellis, id);
  if (printer.json) return printer.value(client);
  const connectors = await readConnectors(trellis);
  const { connection, warnings, error, paused } = client;
  printer.details(client, [
    ['Client', idOf(client.id)],
    ['Name', client.name],
    [
      'Account',
      client.account && [client.account.name, client.account.id].filter(Boolean).join(', '),
    ],
    ['Type', typeOf(connectors, client)],
    ['Subject', idOf(client.subject.href)],
    ['Status', statusOf(client)],
    [
      'Paused',
      paused && `${relativeTime(paused.since)}${paused.reason ? `: ${paused.reason}` : ''}`,
    ],
    ['Connection', connection && `${connection.state} since ${dayAndTime(connection.since)}`],
    ['Last poll', relativeTime(client.last_polled)],
    ['Next poll', relativeTime(client.next_poll)],
    ['Things', String(client.mappings.length)],
    ['Error', error && `${error.code} since ${dayAndTime(error.since)}: ${error.detail}`],
    ...factsOf(error),
    ['Attempts', attemptsOf(client)],
    ['What to do', error || paused ? whatToDo(client) : undefined],
    ['Authorize', client.authorization?.href],
  ]);
  for (const warning of warnings) {
    const { code, cause, detail, address, advice, connector_thing_id: device } = warning;
    const about = [device, address].filter(Boolean).join(', ');
    const text = `Warning  ${cause ?? code}${about ? ` (${about})` : ''}: ${detail}`;
    printer.lines([
      printer.colors.yellow(safeLine(text)),
      ...(advice ? [`         ${advice}`] : []),
    ]);
  }
}

/** The facts about an error that are known, as lines. */
function factsOf(error: ListedClient['error']): [string, string | undefined][] {
  const { cause, address, status, path, until, retry_at } = error ?? {};
  return [
    ['Cause', cause],
    ['Address', address],
    ['HTTP status', status?.toString()],
    ['Path', path],
    [cause === 'tls_not_yet_valid' ? 'Valid from' : 'Expired', until?.slice(0, 10)],
    ['Not before', retry_at && relativeTime(retry_at)],
  ];
}

function attemptsOf({
  failures,
  retry_in: seconds,
}: Pick<ListedClient, 'failures' | 'retry_in'>): string | undefined {
  if (failures === undefined) return undefined;
  const next = seconds === undefined ? '' : `; the next one in ${seconds} s`;
  return `${failures} failed in a row${next}`;
}

const whatToDo = (client: Pick<ListedClient, 'id' | 'paused' | 'error'>): string =>
  client.error?.advice && !client.paused
    ? `${client.error.advice} ${adviceFor(client)}`
    : adviceFor(client);

async function poll({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.post('/connectors/clients/{id}/poll', { path: { id } });
  printer.outcome(data, 'Polling now.');
}

async function pause({ printer, trellis }: Context, id: string, { reason }: { reason?: string }) {
  const body = reason === undefined ? {} : { reason };
  const { data } = await trellis.post('/connectors/clients/{id}/pause', { path: { id }, body });
  printer.outcome(data, `Paused. Resume it with: trellis clients resume ${id}`);
}

async function resume({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.post('/connectors/clients/{id}/resume', { path: { id } });
  printer.outcome(data, 'Resumed. Polling now.');
}

async function showConfiguration({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.get('/connectors/clients/{id}/configuration', { path: { id } });
  const { configuration, secrets } = data;
  printer.details(data, [
    ...Object.entries(configuration).map(([name, value]): [string, string] => [
      name,
      textOf(value),
    ]),
    ...secrets.map((pointer): [string, string] => [pointer.slice(1), '(a secret)']),
  ]);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

async function configure(
  { printer, trellis }: Context,
  id: string,
  { set, via }: { set?: string[]; via?: string },
): Promise<void> {
  if (!set && via === undefined) throw new CliError('Name what changes: --set or --via.');
  const { connector, instance } = await readClient(trellis, id);
  const path = { id: connector.href.split('/').at(-1)! };
  const { data } = await trellis.get('/connectors/descriptions/{id}', { path });
  const { client_configuration_schema: schema = data.client_configuration_schema } =
    await readInstance(trellis, instance.href);
  const body = {
    ...(set && { configuration: await readAssignments(schema, set) }),
    ...(via !== undefined && { via: via === 'none' ? null : via }),
  };
  await trellis.patch('/connectors/clients/{id}', { path: { id }, body });
  printer.note('Configuration changed; a poll with it succeeded.');
}

async function authorize({ printer, trellis }: Context, id: string): Promise<void> {
  const { authorization } = await readClient(trellis, id);
  if (!authorization) throw new CliError('This client needs no authorization.');
  if (printer.json) return printer.value(authorization);
  printer.lines([safeLine(authorization.href)]);
  printer.note('Have the end user open it in a browser. It is valid for an hour; do not share it.');
}

async function remove(
  context: Context,
  id: string,
  { yes, force }: { yes?: boolean; force?: boolean },
): Promise<void> {
  const { trellis } = context;
  const options = { path: { id } };
  const preview = await trellis.delete('/connectors/clients/{id}', {
    ...options,
    query: { dry_run: 'true' },
  });
  if (preview.data && 'things' in preview.data) showRemoval(context.printer, preview.data);
  await requireConfirmation(context, `Delete the client ${id}?`, yes);
  const query = force ? { force: 'true' as const } : {};
  const { data } = await trellis.delete('/connectors/clients/{id}', { ...options, query });
  if (data && 'given_up' in data) {
    for (const { detail } of data.given_up) context.printer.note(`Refused: ${detail}`);
  }
  context.printer.note('Client deleted.');
}
