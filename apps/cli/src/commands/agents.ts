import { setTimeout as wait } from 'node:timers/promises';
import type { components } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { idOf } from '../lookup/named.js';
import { firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { CliError, exitCodes } from '../output/failure.js';
import { clockTime, relativeTime } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

type Schemas = components['schemas'];
type Agent = Schemas['Agent'];
type Found = NonNullable<Agent['report']>['found'][number];

export function registerAgents(program: Command, run: Run): void {
  const agents = program
    .command('agents')
    .description('manage the programs in homes through which devices there are reached');
  agents
    .command('list', { isDefault: true })
    .description('list the agents, of one end user with --subject')
    .addOption(limitOption())
    .action(run(list));
  agents
    .command('show <id>')
    .alias('get')
    .description('show one, with the devices that it has found')
    .action(run(show));
  agents
    .command('pair <name>')
    .description('create an agent of an end user (--subject), show its code, and wait for it')
    .action(run(pair));
  agents
    .command('code <id>')
    .description('issue another code, to pair another computer in its place')
    .action(run(issueCode));
  agents.command('rename <id> <name>').description('rename an agent').action(run(rename));
  agents
    .command('delete <id>')
    .description('revoke an agent; its clients reach nothing any more')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

async function list({ printer, trellis }: Context, { limit }: LimitOptions): Promise<void> {
  const found = await firstOf(trellis, '/agents', { limit });
  await printList<Agent>(printer, { what: 'agents', ...found }, () => [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'NAME', text: ({ name }) => name, min: 8 },
    { title: 'END USER', text: ({ subject }) => idOf(subject.href), min: 8, leaveOut: 2 },
    { title: 'STATE', text: ({ state }) => state, style: printer.colorState },
    { title: 'SINCE', text: ({ since }) => relativeTime(since), leaveOut: 1 },
  ]);
}

async function show({ printer, trellis }: Context, id: string): Promise<void> {
  const { data } = await trellis.get('/agents/{id}', { path: { id } });
  const { report, outdated, round_trip_ms: ms, pairing_expires: expires } = data;
  printer.details(data, [
    ['Agent', idOf(data.id)],
    ['Name', data.name],
    ['End user', idOf(data.subject.href)],
    ['State', `${data.state}, ${relativeTime(data.since)}`],
    ['Code valid', expires && `until ${clockTime(expires)}`],
    ['Key', data.key],
    ['Version', report && `${report.version} on ${report.platform}`],
    ['Outdated', outdated && 'yes: npx @trellis/agent@latest'],
    ['Addresses', report?.addresses.join(', ')],
    ['Round trip', ms === undefined ? undefined : `${Math.round(ms)} ms`],
    ['Started', report && relativeTime(report.started)],
    ['Found', report?.found.map(lineOf).join('\n')],
  ]);
}

const lineOf = ({ name, type, address, port }: Found): string =>
  `${name} (${type}) at ${address}:${port}`;

/** How often it is looked whether an agent was paired (ms). */
const lookMs = 1_000;

async function pair(context: Context, name: string): Promise<void> {
  const { printer, trellis } = context;
  const { data } = await trellis.post('/agents', { body: { name } });
  if (printer.json) return printer.value(data);
  printer.lines([idOf(data.id)]);
  printCode(context, data);
  const until = Date.parse(data.pairing.expires);
  for (;;) {
    await wait(lookMs);
    const { data: agent } = await trellis.get('/agents/{id}', { path: { id: data.id } });
    if (agent.state === 'online') return printer.note('The agent is connected.');
    if (agent.state === 'unpaired' && Date.now() > until) {
      throw new CliError(
        'The code has expired.',
        exitCodes.failed,
        `trellis agents code ${idOf(data.id)}`,
      );
    }
  }
}

function printCode(
  { printer }: Context,
  { href, pairing: { code, expires } }: Pick<Schemas['CreatedAgent'], 'href' | 'pairing'>,
): void {
  const url = new URL(href).origin;
  printer.note(`Valid until ${clockTime(expires)}. On a computer in the home, run:`);
  printer.note(`  npx @trellis/agent --url ${url} --code ${code}`);
}

async function issueCode(context: Context, id: string): Promise<void> {
  const { data: pairing } = await context.trellis.post('/agents/{id}/pairing_code', {
    path: { id },
  });
  if (context.printer.json) return context.printer.value(pairing);
  context.printer.lines([pairing.code]);
  const { data: agent } = await context.trellis.get('/agents/{id}', { path: { id } });
  printCode(context, { href: agent.href, pairing });
}

async function rename({ printer, trellis }: Context, id: string, name: string): Promise<void> {
  await trellis.patch('/agents/{id}', { path: { id }, body: { name } });
  printer.note('Agent renamed.');
}

async function remove(context: Context, id: string, { yes }: { yes?: boolean }): Promise<void> {
  await requireConfirmation(context, `Revoke the agent ${id}?`, yes);
  await context.trellis.delete('/agents/{id}', { path: { id } });
  context.printer.note('Agent revoked.');
}
