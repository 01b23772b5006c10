import { Misconfigured } from '@trellis/connector-sdk';

/** A node of a parsed expression; further members depend on its type. */
export interface Node {
  type: string;
  value?: unknown;
  position?: number;
  [member: string]: unknown;
}

/**
 * The functions that an expression may call, and the most arguments of those whose further ones are refused: a
 * picture of a date is a language of its own. None takes a function, or more than about linear time for its measured
 * operands and result.
 */
const functions: ReadonlyMap<string, number> = new Map([
  ...words(`
    abs average boolean ceil contains count exists floor append formatBase join keys length lookup
    lowercase max merge min not number power replace reverse round split sqrt string substring
    substringAfter substringBefore sum trim type uppercase zip`).map((name): [string, number] => [
    name,
    Infinity,
  ]),
  ['sort', 1],
  ['fromMillis', 1],
  ['toMillis', 1],
  ['now', 0],
  ['millis', 0],
]);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const types = new Set(
  words(`
    path name string number value variable wildcard filter sort
    unary binary condition block bind function`),
);

const names: Readonly<Record<string, string>> = {
  descendant: 'A search of all descendants (**)',
  parent: 'A parent (%)',
  lambda: 'A function of its own',
  partial: 'A partial function',
  apply: 'A chain (~>)',
  transform: 'A transformation (| |)',
  regex: 'A regular expression',
  index: 'A binding of positions (#)',
};

export interface Watched {
  /** The nodes whose values are measured as a whole, because others work on everything in them. */
  measured: ReadonlySet<Node>;
  /** The nodes whose values become names of members. */
  names: ReadonlySet<Node>;
}

/** Checks that an expression takes linear time, else throws `Misconfigured`; returns the nodes to watch. */
export function checkSyntax(root: Node): Watched {
  const nodes: Node[] = [];
  collect(root, nodes);
  const bound = new Set<unknown>();
  const watched = { measured: new Set<Node>(), names: new Set<Node>() };
  for (const node of nodes) {
    if (node.type === 'bind') bound.add(checkBinding(node));
  }
  const called = new Set<unknown>();
  for (const node of nodes) {
    checkNode(node);
    if (node.type === 'function') called.add(checkCall(node));
    for (const one of measuredAt(node)) watched.measured.add(one);
    for (const one of namesAt(node)) watched.names.add(one);
  }
  for (const node of nodes) {
    if (node.type !== 'variable' || called.has(node)) continue;
    const isKnown = node.value === '' || node.value === '$' || bound.has(node.value);
    if (!isKnown) throw refused(node, `$${String(node.value)}, which is not bound before,`);
  }
  return watched;
}

/** Collects all nodes, in whatever member they are, so that none is missed. */
function collect(value: unknown, nodes: Node[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) nodes.push(value);
  for (const member of Object.values(value)) collect(member, nodes);
}

const isNode = (value: object): value is Node => 'type' in value && typeof value.type === 'string';

function checkNode(node: Node): void {
  if (!types.has(node.type)) throw refused(node, names[node.type] ?? `“${node.type}”`);
  if (node.focus !== undefined) throw refused(node, 'A binding of items (@)');
  if (node.index !== undefined) throw refused(node, 'A binding of positions (#)');
  if (node.type === 'binary' && node.value === '..') throw refused(node, 'A range (..)');
}

function checkBinding(node: Node): unknown {
  const { value } = node.lhs as Node;
  if (typeof value === 'string' && functions.has(value)) {
    throw refused(node, `A variable with the name of a function, $${value},`);
  }
  return value;
}

function checkCall(node: Node): Node {
  const procedure = node.procedure as Node;
  const name = procedure.type === 'variable' ? String(procedure.value) : '';
  const most = functions.get(name);
  if (most === undefined) throw refused(node, name ? `$${name}()` : 'A call of a value');
  if (argumentsOf(node).length > most)
    throw refused(node, `$${name}() with more than ${most} arguments`);
  return procedure;
}

const argumentsOf = (node: Node): Node[] => (node.arguments ?? []) as Node[];

/** Returns the nodes to measure: operands of functions, operators, conditions and orders, and what makes new values. */
function measuredAt(node: Node): Node[] {
  switch (node.type) {
    case 'function':
      return [node, ...argumentsOf(node)];
    case 'binary':
      return [node, node.lhs as Node, node.rhs as Node];
    case 'unary':
      return [node];
    case 'condition':
      return [node.condition as Node];
    case 'filter':
      return [node.expr as Node];
    case 'sort':
      return (node.terms as { expression: Node }[]).map(({ expression }) => expression);
    default:
      return node.group === undefined ? [] : [node];
  }
}

type Members = [name: Node, value: Node][];

/** Returns the nodes that become names of members, in `{…}` and in groups. */
function namesAt(node: Node): Node[] {
  const ofObject = node.type === 'unary' && node.value === '{' ? (node.lhs as Members) : [];
  const ofGroup = (node.group as { lhs: Members } | undefined)?.lhs ?? [];
  return [...ofObject, ...ofGroup].map(([name]) => name);
}

function refused({ position }: Node, what: string): Misconfigured {
  const where = position === undefined ? '' : ` (character ${position})`;
  return new Misconfigured(`${what} must not be in an expression${where}.`, {
    cause: 'description_invalid',
  });
}
