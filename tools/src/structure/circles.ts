/** Which files each file imports, by path. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Circles among the files and folders that share a parent: `polling → runtime.ts → polling` is one,
 * although no two folders import each other. Each is the set of its members, as paths.
 */
export function findCircles(imports: Imports): string[][] {
  const folders = new Set([...imports.keys()].flatMap(ancestorsOf));
  return [...folders]
    .sort()
    .flatMap((folder) => stronglyConnected(siblingImports(imports, folder)));
}

function ancestorsOf(path: string): string[] {
  const steps = path.split('/');
  return steps.slice(1).map((_step, index) => steps.slice(0, index + 1).join('/'));
}

/** What the children of a folder import of each other. */
function siblingImports(imports: Imports, folder: string): Map<string, Set<string>> {
  const childOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`)
      ? `${folder}/${path.slice(folder.length + 1).split('/')[0]}`
      : undefined;
  const graph = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const from = childOf(file);
    if (!from) continue;
    const edges = graph.get(from) ?? new Set();
    graph.set(from, edges);
    for (const to of imported.map(childOf)) if (to && to !== from) edges.add(to);
  }
  return graph;
}

/** Groups of more than one node, each of which reaches the others. */
function stronglyConnected(graph: Map<string, Set<string>>): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]));
  const reaches = (from: string, to: string) => reachable.get(from)?.has(to) ?? false;
  const inCircle = [...graph.keys()].filter((node) => reaches(node, node)).sort();
  return inCircle
    .map((node) => inCircle.filter((other) => reaches(node, other) && reaches(other, node)))
    .filter(([first], index) => first === inCircle[index]);
}

function reachableFrom(graph: Map<string, Set<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    waiting.push(...(graph.get(node) ?? []));
  }
  return found;
}
