import type { Trellis } from '@trellis/client';
import type { UnitSuggestion } from '../api/connectors.js';
import { idOf } from '../api/references.js';

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

/** Creates a unit for each suggestion, with its things, in the units that it is in. */
export async function acceptSuggestions(trellis: Trellis, suggestions: UnitSuggestion[]) {
  const units = new Map<string, string>();
  for (const { id, name, type, parent, things } of parentsFirst(suggestions)) {
    const { data } = await trellis.post('/units', { body: { name, type } });
    const path = { id: data.id };
    units.set(id, data.id);
    const parentUnit = parent && units.get(parent);
    if (parentUnit) await trellis.post('/units/{id}/parents', { path, body: { id: parentUnit } });
    for (const { href } of things) {
      await trellis.post('/units/{id}/things', { path, body: { id: idOf(href) } });
    }
  }
}
