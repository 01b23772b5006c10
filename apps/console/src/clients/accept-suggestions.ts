import type { Trellis } from '@trellis/client';
import type { UnitSuggestion } from '../api/connectors.js';
import { idOf } from '../api/references.js';

/** A line of an import: a unit, by an id that stands for it. */
interface UnitLine {
  id: string;
  name: string;
  type: string;
  parents: string[];
  things: string[];
}

/** Suggestions in an order in which parents come before what is in them; those in a circle come last. */
export function parentsFirst(suggestions: UnitSuggestion[]): UnitSuggestion[] {
  const ordered: UnitSuggestion[] = [];
  const placed = new Set<string>();
  let waiting = suggestions;
  while (waiting.length > 0) {
    const ids = new Set(waiting.map(({ id }) => id));
    const ready = waiting.filter(({ parent }) => !parent || !ids.has(parent) || placed.has(parent));
    if (ready.length === 0) return [...ordered, ...waiting];
    for (const one of ready) placed.add(one.id);
    ordered.push(...ready);
    waiting = waiting.filter(({ id }) => !placed.has(id));
  }
  return ordered;
}

/**
 * Suggestions as lines of an import. The id of a line is that of the client and of the suggestion, so that it stands for
 * the same unit each time: what was accepted before is not created again, and what is missing of it is added.
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

/** Makes units of suggestions, with their things, in the units that they are in; can be repeated. */
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
  if (failed) throw new Error(failed.problem?.detail ?? 'A unit could not be stored.');
  const last = reports.at(-1);
  if (!last?.complete) throw new Error('The import was interrupted. Try again.');
  return last;
}
