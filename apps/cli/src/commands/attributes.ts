import { Option, type Command } from 'commander';
import { collect, splitAssignment } from '../input/value.js';
import { findThing } from '../lookup/named.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

/** The option of lists that selects by attributes. */
export const attributeOption = () =>
  new Option(
    '--attribute <name=value>',
    'only those with this attribute; can be repeated',
  ).argParser(collect);

/** Returns assignments as attributes, or undefined for none. */
export const attributesOf = (assignments: string[] | undefined) =>
  assignments && Object.fromEntries(assignments.map(splitAssignment));

const paths = {
  thing: '/things/{id}',
  client: '/connectors/clients/{id}',
  subject: '/subjects/{id}',
} as const;
type Kind = keyof typeof paths;

export function registerAttributes(program: Command, run: Run): void {
  const attributes = program
    .command('attributes')
    .description('show and change your attributes of things, clients and subjects');
  for (const kind of Object.keys(paths) as Kind[]) {
    attributes
      .command(`${kind} <id> [assignments...]`)
      .description(`show the attributes of a ${kind}, or set those given`)
      .usage('[options] <id> [<name>=<value>...], where an empty value removes an attribute')
      .action(
        run((context: Context, id: string, given: string[]) => show(context, kind, { id, given })),
      );
  }
}

async function show(
  { printer, ...context }: Context,
  kind: Kind,
  { id: named, given }: { id: string; given: string[] },
): Promise<void> {
  // A subject is changed for the account, not for itself.
  const trellis = kind === 'subject' ? context.trellis.forAccount() : context.trellis;
  const id = kind === 'thing' ? await findThing(trellis, named) : named;
  const patch = given.length > 0 ? attributesOf(given) : undefined;
  const path = { id };
  if (patch) await trellis.patch(paths[kind], { path, body: { attributes: patch } });
  const { data } = await trellis.get(paths[kind], { path });
  const { attributes = {} } = data;
  if (printer.json) return printer.value(attributes);
  printer.lines(Object.entries(attributes).map(([name, text]) => safeLine(`${name}=${text}`)));
}
