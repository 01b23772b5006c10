import type { Trellis } from '@trellis/client';
import { idOf } from '../lookup/ids.js';
import { firstOf, readEach } from '../lookup/pages.js';
import { readListedUnit, readUnit, type Unit } from '../lookup/units.js';
import type { ThingValues } from '../lookup/things.js';
import { safeLine } from '../output/safe-text.js';
import { renderTree, type Branch } from '../output/tree.js';
import { shortValues } from '../output/values.js';
import type { Context } from '../session/context.js';

interface TreeOptions {
  depth: number;
  limit: number;
  things?: boolean;
}

/** A unit of a tree. */
interface Node {
  unit: Unit;
  children: Node[];
  things: ThingValues[];
  /** Whether what is below it is not shown: too deep, too much, or shown elsewhere. */
  rest?: 'more' | 'above' | undefined;
}

export async function showTree(context: Context, given: string | undefined, options: TreeOptions) {
  const { printer } = context;
  const trellis = await context.trellis();
  const roots =
    given === undefined
      ? await readRoots(context, trellis, options)
      : [await readUnit(trellis, given)];
  if (roots.length === 0 && !printer.json)
    return printer.note('No units; `trellis units create` makes one.');
  // 0 shows all, as it does in lists.
  const limit = options.limit || Infinity;
  const nodes = await grow(trellis, roots, { ...options, limit });
  if (printer.json) return printer.value(nodes.map(toJson));
  const { bold, dim } = printer.colors;
  const toBranch = ({ unit, children, things, rest }: Node): Branch => ({
    label: [
      bold(safeLine(unit.name)),
      safeLine(unit.type),
      unit.things.length > 0 && !options.things && `(${unit.things.length} things)`,
      dim(idOf(unit.id)),
      rest === 'above' && dim('(shown above)'),
    ]
      .filter(Boolean)
      .join('  '),
    children: [
      ...things.map(({ title, values }) => ({
        label: safeLine(`${title}  ${shortValues(values)}`),
        children: [],
      })),
      ...children.map(toBranch),
      ...(rest === 'more' ? [{ label: dim('…'), children: [] }] : []),
    ],
  });
  printer.lines(renderTree(nodes.map(toBranch), printer.width));
  if (nodes.some(hasMore)) printer.note('There is more below (…): --depth and --limit show it.');
}

const hasMore = ({ rest, children }: Node): boolean => rest === 'more' || children.some(hasMore);

/** The units without a parent that the caller sees. */
async function readRoots(
  { printer }: Context,
  trellis: Trellis,
  { limit }: TreeOptions,
): Promise<Unit[]> {
  const query = { parents: 'none' };
  const { items, more } = await firstOf(trellis, '/units', { limit, query });
  if (more) {
    printer.note(`Only the first ${items.length} units without a parent; --limit shows more.`);
  }
  return readEach(items, (reference) => readListedUnit(trellis, reference));
}

/** Reads what is below, level by level, each unit once. */
async function grow(trellis: Trellis, roots: Unit[], { depth, limit, things }: TreeOptions) {
  const toNode = (unit: Unit): Node => ({ unit, children: [], things: [] });
  const nodes = roots.map(toNode);
  const seen = new Set(nodes.map(({ unit }) => unit.id));
  let level = nodes;
  for (let below = 0; level.length > 0; below += 1) {
    if (things) await readEach(level, (node) => addThings(trellis, node));
    let room = below < depth ? limit - seen.size : 0;
    const wanted = level.flatMap((node) => {
      const { children, truncated } = node.unit;
      const shown = children.slice(0, room);
      room -= shown.length;
      if (shown.length < children.length || truncated?.includes('children')) node.rest = 'more';
      return shown.map((reference) => ({ node, reference }));
    });
    const found = await readEach(wanted, async ({ node, reference }) => {
      const unit = await readListedUnit(trellis, reference);
      return unit && { node, child: toNode(unit) };
    });
    level = [];
    for (const { node, child } of found) {
      node.children.push(child);
      if (!seen.has(child.unit.id)) level.push(child);
      else if (child.unit.children.length > 0) child.rest = 'above';
      seen.add(child.unit.id);
    }
  }
  return nodes;
}

async function addThings(trellis: Trellis, node: Node): Promise<undefined> {
  if (node.unit.things.length === 0) return;
  const query = { view: 'values' as const, limit: 100 };
  const { data } = await trellis.get('/units/{id}/things', {
    path: { id: idOf(node.unit.id) },
    query,
  });
  node.things = data as unknown as ThingValues[];
}

const toJson = ({ unit, children, things, rest }: Node): object => ({
  ...{ id: idOf(unit.id), name: unit.name, type: unit.type },
  ...(things.length > 0 && { things: things.map(({ id, title }) => ({ id: idOf(id), title })) }),
  children: children.map(toJson),
  ...(rest && { rest }),
});
