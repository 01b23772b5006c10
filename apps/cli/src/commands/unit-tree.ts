import type { Trellis } from '@trellis/client';
import {
  idOf,
  maxCounted,
  readUnit,
  type ListedUnit,
  type ThingValues,
  type Unit,
} from '../lookup/named.js';
import { counted, firstOf, readEach } from '../lookup/pages.js';
import { shortValues } from '../output/format.js';
import { safeLine } from '../output/text.js';
import { renderTree, type Branch } from '../output/tree.js';
import type { Context } from '../session/context.js';

interface TreeOptions {
  depth: number;
  limit: number;
  things?: boolean;
}

interface Node {
  unit: ListedUnit;
  children: Node[];
  things: ThingValues[];
  /** The reason why the units below are not shown: there are too many, or they are shown above. */
  rest?: 'more' | 'above' | undefined;
}

export async function showTree(context: Context, given: string | undefined, options: TreeOptions) {
  const { printer, trellis } = context;
  const roots =
    given === undefined
      ? await readRoots(context, trellis, options)
      : [toListed(await readUnit(trellis, given))];
  if (roots.length === 0 && !printer.json)
    return printer.note('No units; `trellis units create` creates one.');
  const limit = options.limit || Infinity;
  const nodes = await grow(trellis, roots, { ...options, limit });
  if (printer.json) return printer.value(nodes.map(toJson));
  const { bold, dim } = printer.colors;
  const toBranch = ({ unit, children, things, rest }: Node): Branch => ({
    label: [
      bold(safeLine(unit.name)),
      safeLine(unit.type),
      unit.things > 0 &&
        !options.things &&
        `(${counted(unit.things, maxCounted)} ${unit.things === 1 ? 'thing' : 'things'})`,
      dim(idOf(unit.id)),
      rest === 'above' && dim('(shown above)'),
    ]
      .filter(Boolean)
      .join('  '),
    children: [
      ...things.map(({ title, values, targets }) => ({
        label: safeLine(`${title}  ${shortValues(values, targets)}`),
        children: [],
      })),
      ...children.map(toBranch),
      ...(rest === 'more' ? [{ label: dim('…'), children: [] }] : []),
    ],
  });
  printer.lines(renderTree(nodes.map(toBranch), printer.width));
  if (nodes.some(hasMore)) printer.note('There is more below (…): use --depth and --limit.');
}

const hasMore = ({ rest, children }: Node): boolean => rest === 'more' || children.some(hasMore);

const toListed = ({ id, name, type, children, things }: Unit): ListedUnit => ({
  id,
  href: id,
  name,
  type,
  children: Math.min(children.length, maxCounted),
  things: Math.min(things.length, maxCounted),
});

async function readRoots(
  { printer }: Context,
  trellis: Trellis,
  { limit }: TreeOptions,
): Promise<ListedUnit[]> {
  const query = { parents: 'none', view: 'summary' };
  const { items, more } = await firstOf(trellis, '/units', { limit, query });
  if (more) {
    printer.note(`Only the first ${items.length} units without a parent; use --limit for more.`);
  }
  return items;
}

/** Reads the units below, level by level, each unit once. */
async function grow(trellis: Trellis, roots: ListedUnit[], { depth, limit, things }: TreeOptions) {
  const toNode = (unit: ListedUnit): Node => ({ unit, children: [], things: [] });
  const nodes = roots.map(toNode);
  const seen = new Set(nodes.map(({ unit }) => unit.id));
  let level = nodes;
  for (let below = 0; level.length > 0; below += 1) {
    if (things) await readEach(level, (node) => addThings(trellis, node));
    let room = below < depth ? limit - seen.size : 0;
    const next: Node[] = [];
    // Sequential, since each unit takes from the limit that is left for the next.
    for (const node of level) {
      const { items, more } = await readChildren(trellis, node.unit, room);
      room -= items.length;
      if (more) node.rest = 'more';
      for (const child of items.map(toNode)) {
        node.children.push(child);
        if (!seen.has(child.unit.id)) next.push(child);
        else if (child.unit.children > 0) child.rest = 'above';
        seen.add(child.unit.id);
      }
    }
    level = next;
  }
  return nodes;
}

/** Reads the first children of a unit, up to `limit`, and tells whether there are more. */
async function readChildren(trellis: Trellis, { id, children }: ListedUnit, limit: number) {
  const items: ListedUnit[] = [];
  if (children === 0 || limit <= 0) return { items, more: children > 0 };
  const query = { view: 'summary' as const, limit: Math.min(limit + 1, 1000) };
  const options = { path: { id: idOf(id) }, query };
  for await (const child of trellis.list('/units/{id}/children', options)) {
    if (items.length === limit) return { items, more: true };
    items.push(child);
  }
  return { items, more: false };
}

async function addThings(trellis: Trellis, node: Node): Promise<undefined> {
  if (node.unit.things === 0) return;
  const query = { view: 'values' as const, limit: 100 };
  const path = { id: idOf(node.unit.id) };
  node.things = (await trellis.get('/units/{id}/things', { path, query })).data;
}

const toJson = ({ unit, children, things, rest }: Node): object => ({
  id: idOf(unit.id),
  name: unit.name,
  type: unit.type,
  things: things.length > 0 ? things.map(({ id, title }) => ({ id: idOf(id), title })) : undefined,
  children: children.map(toJson),
  rest,
});
