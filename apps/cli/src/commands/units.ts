import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { collect, parseValue, splitAssignment, wholeNumber } from '../input/value.js';
import { findUnit, idOf, maxCounted, readUnit, type Unit } from '../lookup/named.js';
import { counted, firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { shortValue, showRemoval } from '../output/format.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';
import { exportUnits, importUnits } from './unit-files.js';
import { registerLinks } from './unit-links.js';
import { showTree } from './unit-tree.js';

interface ListOptions extends LimitOptions {
  type?: string;
  capability?: string;
  search?: string;
  in?: string;
  below?: string;
}

export function registerUnits(program: Command, run: Run): void {
  const units = program
    .command('units')
    .description('list, link, import and export units, by id or name');
  units
    .command('tree [unit]', { isDefault: true })
    .description('show a unit, or all without a parent, with the units below')
    .option('--depth <n>', 'how many levels to show', wholeNumber, 3)
    .option('--limit <n>', 'how many units to show; 0 shows all, as --json does', wholeNumber, 200)
    .option('--things', 'show things, too')
    .action(run(showTree));
  units
    .command('list')
    .description('list the units that match all options')
    .option('--type <type>', 'only units of this type')
    .option(
      '--capability <name>',
      'only units with such a thing in or below them, such as thermostat',
    )
    .option('--search <words>', 'only units whose names match')
    .option('--in <unit>', 'only children of this unit')
    .option('--below <unit>', 'only units anywhere below this unit')
    .addOption(limitOption())
    .action(run(list));
  units.command('get <unit>').alias('show').description('show a unit').action(run(get));
  units
    .command('create <name>')
    .description('create a unit and print its id')
    .requiredOption('--type <type>', 'type of the unit, such as room')
    .option('--in <unit>', 'parent of the unit')
    .option('--set <name=value>', 'property to set; the value is JSON or text', collect)
    .action(run(create));
  registerLinks(units, run);
  units
    .command('delete <unit>')
    .description('delete a unit and its links, but not the units below')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
  units
    .command('import <file>')
    .description('create units from lines of JSON, in a file or from standard input (-)')
    .addHelpText(
      'after',
      '\nLines: {"id", "name", "type", "properties"?, "parents"?, "children"?, "subjects"?, "things"?}.\nAn interrupted import can be run again: units that exist stay as they are.',
    )
    .action(run(importUnits));
  units
    .command('export')
    .description('print all units as lines of JSON')
    .option('-o, --output <file>', 'write to a file, which is replaced when the export is complete')
    .option('--from <id>', 'start at a unit, such as the one where an export was interrupted')
    .action(run(exportUnits));
}

async function list(
  { printer, trellis }: Context,
  { limit, in: parent, below, ...others }: ListOptions,
) {
  const query = {
    ...others,
    in: parent === undefined ? undefined : await findUnit(trellis, parent),
    below: below === undefined ? undefined : await findUnit(trellis, below),
    view: 'summary',
  };
  const found = await firstOf(trellis, '/units', { limit, query });
  await printList(printer, { what: 'units', ...found }, () => [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'NAME', text: ({ name }) => name, min: 12 },
    { title: 'TYPE', text: ({ type }) => type, min: 8 },
    { title: 'CHILDREN', text: ({ children }) => counted(children, maxCounted), leaveOut: 2 },
    { title: 'THINGS', text: ({ things }) => counted(things, maxCounted), leaveOut: 1 },
  ]);
}

/** Returns the length of a list of a unit, with `+` if the list is truncated. */
const count = (unit: Unit, list: 'children' | 'things' | 'parents' | 'subjects'): string =>
  `${unit[list].length}${unit.truncated?.includes(list) ? '+' : ''}`;

async function get({ printer, trellis }: Context, given: string): Promise<void> {
  const unit = await readUnit(trellis, given);
  printer.details(unit, [
    ['Unit', idOf(unit.id)],
    ['Name', unit.name],
    ['Type', unit.type],
    ['Owner', unit.owner],
    ['Parents', count(unit, 'parents')],
    ['Children', count(unit, 'children')],
    ['Things', count(unit, 'things')],
    ['Subjects', unit.subjects.map(({ href }) => idOf(href)).join(', ') || '0'],
  ]);
  if (unit.properties.length === 0 || printer.json) return;
  printer.lines(['']);
  printer.table(unit.properties, [
    { title: 'PROPERTY', text: ({ name }) => name, min: 12 },
    { title: 'VALUE', text: ({ value }) => shortValue(value), min: 12 },
  ]);
}

async function create(
  { printer, trellis }: Context,
  name: string,
  { type, in: parent, set = [] }: { type: string; in?: string; set?: string[] },
): Promise<void> {
  const under = parent === undefined ? undefined : await findUnit(trellis, parent);
  const properties = set
    .map(splitAssignment)
    .map(([key, value]) => ({ name: key, value: parseValue(value, undefined) }));
  const { data } = await trellis.post('/units', { body: { name, type, properties } });
  const id = idOf(data.id);
  if (under !== undefined)
    await trellis.post('/units/{id}/parents', { path: { id }, body: { id: under } });
  if (printer.json) printer.value(data);
  else printer.lines([id]);
}

async function remove(context: Context, given: string, { yes }: { yes?: boolean }): Promise<void> {
  const { printer, trellis } = context;
  const { id, name } = await readUnit(trellis, given);
  const path = { id: idOf(id) };
  const { data } = await trellis.delete('/units/{id}', { path, query: { dry_run: 'true' } });
  showRemoval(printer, data);
  await requireConfirmation(context, `Delete the unit ${name}?`, yes);
  await trellis.delete('/units/{id}', { path });
  printer.note(`Deleted ${safeLine(name)}.`);
}
