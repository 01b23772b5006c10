import { toCurie, type Link, type ModelUnit, type Reason } from '@trellis/building-models';
import type { LineOutcome, ModelProgress } from '@trellis/contracts';
import { mergeUnits } from '../import/import.js';
import { findChange, withThings, type Change } from './change.js';
import { compareModel, type Reading } from './compare.js';

/** The context of an import, the same for all parts of its model. */
export interface ModelContext extends Reading {
  needs: Parameters<typeof mergeUnits>[0];
  /** Changes nothing. */
  preview: boolean;
  /** Whether what the model does not state any longer is removed. */
  replace: boolean;
  /** Things by the titles that points have. */
  titles: ReadonlyMap<string, string>;
  /** Whether a unit is stored or part of the model. */
  hasUnit(id: string): boolean;
  /** Whether the model states a link. */
  states(link: Link): boolean;
}

/** Stores units of a model, or finds out what that would do, and counts it. Returns an outcome for each. */
export async function importPart(
  context: ModelContext,
  units: readonly ModelUnit[],
  progress: ModelProgress,
): Promise<LineOutcome[]> {
  const { hasUnit, titles, replace, states: isLinked } = context;
  const linked = units.map((unit) => ({
    ...unit,
    parents: unit.parents.filter(hasUnit),
    children: unit.children.filter(hasUnit),
  }));
  const candidates = ({ points }: ModelUnit) => points.flatMap((point) => thingsOf(point, titles));
  const compared = await compareModel(context, linked, candidates);
  const changes = linked.map((unit) => {
    const matched = withThings(unit, (point) => {
      const thing = thingsOf(point, titles).find(
        (id) => compared.findThing(unit.id, id) !== undefined,
      );
      if (thing === undefined) note(progress, 'unmatched_point', point.iri, point.type);
      progress.points[thing === undefined ? 'unmatched' : 'matched'] += 1;
      return thing;
    });
    return findChange(matched, {
      unit: compared.units.get(unit.id) ?? null,
      hasLink: compared.hasLink,
      hasThing: (thing) => compared.findThing(unit.id, thing) === true,
      replaces: replace,
      isLinked,
    });
  });
  const outcomes = context.preview
    ? changes.map(({ outcome }) => outcome)
    : await merge(context, changes);
  outcomes.forEach((outcome, index) => count(progress, changes[index]!, outcome));
  return outcomes;
}

const thingsOf = (
  { ids, titles }: ModelUnit['points'][number],
  byTitle: ReadonlyMap<string, string>,
): string[] => [...ids, ...titles.flatMap((title) => byTitle.get(title) ?? [])];

async function merge({ needs, caller, deadline }: ModelContext, changes: readonly Change[]) {
  const changed = changes.filter(({ outcome }) => outcome !== 'unchanged');
  if (changed.length === 0) return changes.map(() => 'unchanged' as const);
  const lines = changed.map(({ line }) => line);
  const { outcomes } = await mergeUnits(needs, { caller, lines }, deadline);
  const stored = new Map(changed.map((change, index) => [change, outcomes[index]!]));
  return changes.map((change) => stored.get(change) ?? 'unchanged');
}

function count(progress: ModelProgress, change: Change, outcome: LineOutcome): void {
  if (typeof outcome !== 'string') {
    progress.failed += 1;
    return;
  }
  progress[outcome] += 1;
  progress.links.added += change.links.added;
  progress.links.removed += change.links.removed;
  progress.properties.added += change.properties.added;
  progress.properties.changed += change.properties.changed;
  progress.properties.removed += change.properties.removed;
}

/** The most different reasons and terms that are listed. */
const maxListed = 400;

/** Counts a part of the model that could not be mapped. */
export function note(
  { unmapped }: Pick<ModelProgress, 'unmapped'>,
  reason: Reason,
  example: string,
  type?: string,
): void {
  const term = unmapped.length < maxListed && type !== undefined ? toCurie(type) : undefined;
  const known = unmapped.find((found) => found.reason === reason && found.term === term);
  if (known) known.count += 1;
  else unmapped.push({ reason, ...(term !== undefined && { term }), count: 1, example });
}
