import type { components, Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { readAssignments } from '../input/configuration.js';
import { requireConfirmation } from '../input/prompts.js';
import { collect, wholeNumber } from '../input/value.js';
import { readConnectors, typeOf } from '../lookup/connectors.js';
import { idOf } from '../lookup/named.js';
import { firstOf, limitOption, printList, readEach, type LimitOptions } from '../lookup/pages.js';
import { usageError } from '../output/failure.js';
import { showRemoval } from '../output/format.js';
import type { Context, Run } from '../session/context.js';

export type Instance = components['schemas']['ConnectorInstance'];

export function registerInstances(program: Command, run: Run): void {
  const instances = program
    .command('instances')
    .description('manage connector instances, one per technology');
  instances
    .command('list', { isDefault: true })
    .description('list the instances')
    .addOption(limitOption())
    .action(run(list));
  instances
    .command('get <id>')
    .alias('show')
    .description('show an instance as JSON')
    .action(run(get));
  instances
    .command('update <id>')
    .description('change an instance; a new configuration is tested before it replaces the old one')
    .option(
      '--set <name=value>',
      'member to set; @file reads the value from a file, null removes it',
      collect,
    )
    .option('--clients-per-subject <n>', 'how many clients an end user may have', wholeNumber)
    .action(run(update));
  instances
    .command('delete <id>')
    .description('delete an instance without clients')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

export const readInstance = async (trellis: Trellis, href: string): Promise<Instance> =>
  (await trellis.get('/connectors/instances/{id}', { path: { id: idOf(href) } })).data;

async function list({ printer, trellis }: Context, { limit }: LimitOptions): Promise<void> {
  const { items: references, more } = await firstOf(trellis, '/connectors/instances', { limit });
  const items = await readEach(references, ({ href }) => readInstance(trellis, href));
  const what = 'instances; `trellis connect <type>` creates one';
  await printList(printer, { what, items, more }, async () => {
    const connectors = await readConnectors(trellis);
    return [
      { title: 'ID', text: ({ id }) => idOf(id) },
      { title: 'TYPE', text: (instance) => typeOf(connectors, instance), min: 8 },
      { title: 'CLIENTS', text: ({ clients }) => String(clients.length) },
      { title: 'PER SUBJECT', text: (one) => String(one.clients_per_subject), leaveOut: 1 },
    ];
  });
}

async function get({ printer, trellis }: Context, id: string): Promise<void> {
  printer.value(await readInstance(trellis, id));
}

async function update(
  { printer, trellis }: Context,
  id: string,
  { set = [], clientsPerSubject }: { set?: string[]; clientsPerSubject?: number },
): Promise<void> {
  if (set.length === 0 && clientsPerSubject === undefined) {
    throw usageError('Nothing to change.');
  }
  const path = { id: idOf(id) };
  const { connector } = await readInstance(trellis, id);
  const { data } = await trellis.get('/connectors/descriptions/{id}', {
    path: { id: idOf(connector.href) },
  });
  const schema = data.instance_configuration_schema;
  const configuration = set.length > 0 ? await readAssignments(schema, set) : undefined;
  const body = { configuration, clients_per_subject: clientsPerSubject };
  const header = { Prefer: 'return=representation' };
  const changed = await trellis.patch('/connectors/instances/{id}', { path, body, header });
  printer.outcome(changed.data, 'Instance updated.');
}

async function remove(context: Context, id: string, { yes }: { yes?: boolean }): Promise<void> {
  const { trellis } = context;
  const path = { id };
  const preview = await trellis.delete('/connectors/instances/{id}', {
    path,
    query: { dry_run: 'true' },
  });
  showRemoval(context.printer, preview.data);
  await requireConfirmation(context, `Delete the instance ${id}?`, yes);
  await trellis.delete('/connectors/instances/{id}', { path });
  context.printer.note('Instance deleted.');
}
