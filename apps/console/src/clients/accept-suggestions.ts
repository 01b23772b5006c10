import type { Trellis } from '@trellis/client';
import type { UnitSuggestion } from '../api/connectors.js';
import { idOf } from '../api/references.js';

/** A line of an import. The id only identifies the unit within imports. */
interface UnitLine {
  id: string;
  name: string;
  type: string;
  parents: string[];
  things: string[];
}

/** Sorts suggestions so that parents come before their children. Suggestions in a cycle come last. */
export function parentsFirst(suggestions: UnitSuggestion[]): UnitSuggestion[] {
  const ordered: UnitSuggestion[] = [];
  const done = new Set<string>();
  let waiting = suggestions;
  while (waiting.length > 0) {
    const ids = new Set(waiting.map(({ id }) => id));
    const ready = waiting.filter(({ parent }) => !parent || !ids.has(parent) || done.has(parent));
    if (ready.length === 0) return [...ordered, ...waiting];
    for (const one of ready) done.add(one.id);
    ordered.push(...ready);
    waiting = waiting.filter(({ id }) => !done.has(id));
  }
  return ordered;
}

/**
 * Converts suggestions to lines of an import. Line ids are built from the ids of the client and the suggestion, so that
 * repeated imports update the same units.
 */
export function linesOf(client: string, suggestions: UnitSuggestion[]): UnitLine[] {
  const lineIdOf = (id: string) => `${client}/${id}`;
  const earlier = new Set<string>();
  return parentsFirst(suggestions).map(({ id, name, type, parent, things }) => {
    const parents = parent !== undefined && earlier.has(parent) ? [lineIdOf(parent)] : [];
    earlier.add(id);
    const line = { id: lineIdOf(id), name, type, parents };
    return { ...line, things: things.map(({ href }) => idOf(href)) };
  });
}

interface Report {
  created: number;
  updated: number;
  unchanged: number;
  problem?: { detail?: string };
  complete?: boolean;
}

/** Creates units from suggestions, with their things and parents. Can be repeated. */
export async function acceptSuggestions(
  trellis: Trellis,
  client: string,
  suggestions: UnitSuggestion[],
): Promise<Pick<Report, 'created' | 'updated' | 'unchanged'>> {
  const response = await trellis.fetch('/units/import', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: linesOf(client, suggestions)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
  const reports = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);
  const failed = reports.find(({ problem }) => problem !== undefined);
  if (failed) throw new Error(failed.problem?.detail ?? 'A unit could not be created.');
  const last = reports.at(-1);
  if (!last?.complete) throw new Error('The import was interrupted. Try again.');
  return last;
}
