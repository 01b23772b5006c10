import { Option, type Command } from 'commander';
import { readAssignments } from '../input/configuration.js';
import { parseValue } from '../input/value.js';
import { outcomeOf, preferWait } from '../lookup/interactions.js';
import { findThing, findUnit, idOf, readThing, type ThingValues } from '../lookup/named.js';
import { firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { notFoundError, usageError } from '../output/failure.js';
import { availabilityText, shortValue, shortValues } from '../output/format.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';
import { attributeOption, attributesOf } from './attributes.js';
import { showThing } from './show-thing.js';
import { registerThingHistory } from './thing-history.js';
import { registerThingLog } from './thing-log.js';
import { watch } from './watch.js';

interface ListOptions extends LimitOptions {
  capability?: string;
  type?: string;
  search?: string;
  client?: string;
  in?: string;
  below?: string;
  role?: string;
  attribute?: string[];
  available?: boolean;
}

const valueHelp = `
Values are JSON (21.5, true, "on", {"r":255}). Text properties also accept plain words, and booleans
also accept on, off, yes and no.`;

export function registerThings(program: Command, run: Run): void {
  const things = program
    .command('things')
    .description('list, read, write and watch things, by id or title');
  things
    .command('list', { isDefault: true })
    .description('list things with their values; with --subject, those of an end user')
    .option('--capability <name>', 'only things with this capability, such as light or temperature')
    .option('--type <type>', 'only things with this @type, such as Light')
    .option('--search <words>', 'only things whose titles match')
    .option('--client <id>', 'only things of this connector client')
    .option('--in <unit>', 'only things in this unit')
    .option('--below <unit>', 'only things in this unit or below it')
    .option('--available', 'only available things')
    .option('--no-available', 'only things that are unavailable or unknown')
    .addOption(attributeOption())
    .addOption(
      new Option(
        '--role <role>',
        'show the values with this role; by default primary, or all as JSON',
      ).choices(['primary', 'configuration', 'diagnostic']),
    )
    .addOption(limitOption())
    .action(run(list));
  things
    .command('get <thing>')
    .alias('show')
    .description('show a thing with its properties and actions')
    .action(run(get));
  things
    .command('read <thing> [property]')
    .description('show the value of one property, or of all')
    .action(run(read));
  things
    .command('write <thing> <property> [value...]')
    .description('write properties and wait some seconds for the device to confirm them')
    .usage('[options] <thing> <property> <value>, or <thing> <name>=<value>...')
    .option('--transition <seconds>', 'how long the change takes, if the device can')
    .addHelpText('after', valueHelp)
    .action(run(write));
  things
    .command('invoke <thing> <action> [input...]')
    .description('invoke an action and wait for the outcome')
    .addHelpText('after', `${valueHelp}\nMembers of an object can be given as <name>=<value>.`)
    .action(run(invoke));
  things
    .command('watch [things...]')
    .description('watch the values of some or all things until Ctrl-C')
    .action(run(watch));
  registerThingLog(things, run);
  registerThingHistory(things, run);
}

async function list({ printer, trellis }: Context, { limit, ...filters }: ListOptions) {
  const { available, in: unit, below, role, attribute, ...others } = filters;
  const query = {
    ...others,
    role: role ?? (printer.json ? undefined : 'primary'),
    available: available === undefined ? undefined : String(available),
    attributes: attributesOf(attribute),
    in: unit === undefined ? undefined : await findUnit(trellis, unit),
    below: below === undefined ? undefined : await findUnit(trellis, below),
    view: 'values',
  };
  const found = await firstOf(trellis, '/things', { limit, query });
  await printList<ThingValues>(printer, { what: 'things', ...found }, () => [
    { title: 'ID', text: ({ id }) => idOf(id) },
    { title: 'TITLE', text: ({ title }) => title, min: 12 },
    { title: 'SUBJECT', text: ({ subject }) => (subject ? idOf(subject.href) : ''), leaveOut: 3 },
    { title: 'TYPE', text: (thing) => thing['@type'].join(' '), min: 8, leaveOut: 2 },
    { title: 'STATE', text: availabilityText, style: printer.colorState, leaveOut: 1 },
    { title: 'VALUES', text: ({ values, targets }) => shortValues(values, targets), min: 12 },
  ]);
}

async function get({ printer, trellis }: Context, given: string): Promise<void> {
  const thing = await readThing(trellis, given);
  showThing(printer, thing);
}

async function read({ printer, trellis }: Context, given: string, name?: string): Promise<void> {
  const id = await findThing(trellis, given);
  if (name === undefined) {
    const { data } = await trellis.get('/things/{id}/properties', { path: { id } });
    return printer.details(
      data,
      Object.entries(data).map(([key, value]) => [key, shortValue(value)]),
    );
  }
  const { data } = await trellis.get('/things/{id}/properties/{name}', { path: { id, name } });
  if (printer.json) printer.value(data);
  else printer.lines([safeLine(shortValue(data))]);
}

async function write(
  context: Context,
  given: string,
  first: string,
  others: string[],
  { transition }: { transition?: string },
): Promise<void> {
  const { trellis } = context;
  const isOne = !first.includes('=');
  if (isOne && others.length === 0) throw usageError(`A value for ${first} is missing.`);
  const assignments = isOne ? [`${first}=${others.join(' ')}`] : [first, ...others];
  const thing = await readThing(trellis, given);
  const { properties } = thing;
  const values = await readAssignments({ properties } as object, assignments, { files: false });
  const names = Object.keys(values);
  for (const name of names) own(properties, name, 'property', thing.title);
  const answer = await trellis.put('/things/{id}/properties', {
    path: { id: idOf(thing.id) },
    query: { transition: transition === undefined ? undefined : Number(transition) },
    body: values,
  });
  await outcomeOf(trellis, answer, context.signal);
  const what = `${safeLine(thing.title)}: `;
  const listed = names.map(safeLine).join(' and ');
  if (answer.response.status !== 202) return context.printer.note(`${what}wrote ${listed}.`);
  const are = names.length === 1 ? 'is' : 'are';
  context.printer.note(`${what}${listed} ${are} accepted, not yet confirmed by the device.`);
  context.printer.note(`Follow it with: trellis things watch ${idOf(thing.id)}`);
}

async function invoke(
  { printer, signal, trellis }: Context,
  given: string,
  name: string,
  input: string[],
): Promise<void> {
  const thing = await readThing(trellis, given);
  const action = own(thing.actions, name, 'action', thing.title);
  const schema = action.input;
  const isObject = schema?.type === 'object' && input.length > 0 && !input[0]!.startsWith('{');
  const body = isObject
    ? await readAssignments(schema as object, input, { files: false })
    : input.length > 0
      ? parseValue(input.join(' '), schema?.type)
      : undefined;
  const answer = await trellis.post('/things/{id}/actions/{name}', {
    path: { id: idOf(thing.id), name },
    header: preferWait,
    body,
  });
  const output = await outcomeOf(trellis, answer, signal);
  if (printer.json) printer.value(output ?? null);
  else if (output === undefined)
    printer.note(`${safeLine(thing.title)}: invoked ${safeLine(name)}.`);
  else printer.lines([safeLine(shortValue(output))]);
}

/** Returns the property or action with a name; throws if there is none. */
function own<T>(all: Record<string, T>, name: string, what: string, title: string): T {
  if (Object.hasOwn(all, name)) return all[name]!;
  const names = Object.keys(all).join(', ');
  const remedy = names ? `It has ${names}.` : undefined;
  throw notFoundError(`${title} has no ${what} ${name}.`, remedy);
}
