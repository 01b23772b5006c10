import { type ModelUnit, type ReadModel, type Reason, toCurie } from '@trellis/building-models';
import { type Caller, type LineOutcome, Problem } from '@trellis/contracts';
import { problemToJson } from '@trellis/operations';
import { type Change, findChange, withThings } from './changes.js';
import { compareUnits, partsOf, readUnits } from './compare.js';
import type { ModelReport, ModelSummary } from './report.js';
import type { OperationRequest, Services } from '../operation.js';
import { persistently } from '../units/import.js';

/** The limits of one call; the unit that exceeds the bytes is still part of it. */
const chunkLimits = { units: 100, bytes: 256 * 1024 };
const maxFailures = 10_000;

export interface ModelImport
  extends Pick<Services, 'units' | 'hrefs'>, Pick<OperationRequest, 'requestId'> {
  caller: Caller;
  isPreview: boolean;
  /** Whether what the model does not say any longer is removed. */
  replaces: boolean;
  /** Things by the titles that points have. */
  titles: ReadonlyMap<string, string>;
}

/**
 * Stores the units of a model in chunks, one after the other, since a unit may link to earlier ones. Skips
 * existing units, so that an interrupted import can be repeated.
 */
export async function* importModel(
  context: ModelImport,
  model: ReadModel,
  { signal, end }: { signal: AbortSignal; end(): void },
): AsyncGenerator<ModelReport> {
  const { hrefs, requestId } = context;
  const summary = newSummary(model);
  const toJson = (problem: Problem) => problemToJson(problem, hrefs, requestId);
  try {
    const known = await requireKnown(context, model, summary);
    for (const chunk of chunksOf(model.units)) {
      const outcomes = await importChunk(context, chunk, { ...known, summary });
      for (const [index, outcome] of outcomes.entries()) {
        if (typeof outcome === 'string') summary[outcome] += 1;
        else {
          summary.failed += 1;
          yield { iri: chunk[index]!.iri, problem: toJson(Problem.fromData(outcome)) };
        }
      }
      const { created, updated, unchanged, failed } = summary;
      yield { created, updated, unchanged, failed };
      signal.throwIfAborted();
      if (failed > maxFailures) {
        throw new Problem('invalid_request', `More than ${maxFailures} units have failed.`);
      }
    }
    yield { ...summary, complete: true };
  } catch (error) {
    const problem = signal.aborted
      ? new Problem('unavailable', 'The access token has expired, or the service stops.')
      : error;
    if (!(problem instanceof Problem)) throw error;
    yield { ...summary, problem: toJson(problem) };
  } finally {
    end();
  }
}

const newSummary = ({ statements, unmapped }: ReadModel): ModelSummary => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  complete: false,
  statements,
  links: { added: 0, removed: 0 },
  properties: { added: 0, changed: 0, removed: 0 },
  points: { matched: 0, unmatched: 0 },
  unmapped: unmapped.map((found) => ({ ...found })),
});

interface Known {
  /** Whether there is, or will be, a unit. */
  has(id: string): boolean;
  isLinked(link: { parent: string; child: string }): boolean;
}

/** Finds out to which units outside of the model there can be links. */
async function requireKnown(
  { units, caller }: ModelImport,
  model: ReadModel,
  summary: ModelSummary,
): Promise<Known> {
  const others = await readUnits(units, caller, model.others);
  const missing = new Set(model.others.filter((id) => !others.get(id)));
  for (const id of missing) note(summary, 'unknown_node', id);
  const links = new Set(
    model.units.flatMap(({ id, parents, children }) => [
      ...parents.map((parent) => JSON.stringify([parent, id])),
      ...children.map((child) => JSON.stringify([id, child])),
    ]),
  );
  return {
    has: (id) => !missing.has(id),
    isLinked: ({ parent, child }) => links.has(JSON.stringify([parent, child])),
  };
}

function* chunksOf(units: readonly ModelUnit[]): Generator<ModelUnit[]> {
  let chunk: ModelUnit[] = [];
  let bytes = 0;
  for (const unit of units) {
    chunk.push(unit);
    bytes += JSON.stringify(unit).length;
    if (chunk.length < chunkLimits.units && bytes < chunkLimits.bytes) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Stores units, or says what that would do; an outcome for each. */
async function importChunk(
  context: ModelImport,
  chunk: readonly ModelUnit[],
  { has, isLinked, summary }: Known & { summary: ModelSummary },
): Promise<LineOutcome[]> {
  const { units, caller, titles, replaces } = context;
  const linked = chunk.map((unit) => ({
    ...unit,
    parents: unit.parents.filter(has),
    children: unit.children.filter(has),
  }));
  const candidates = ({ points }: ModelUnit) => points.flatMap((point) => thingsOf(point, titles));
  const compared = await persistently(() => compareUnits(units, caller, linked, candidates));
  const changes = linked.map((unit) => {
    const matched = withThings(unit, (point) => {
      const thing = thingsOf(point, titles).find(
        (id) => compared.findThing(unit.id, id) !== undefined,
      );
      if (thing === undefined) note(summary, 'unmatched_point', point.iri, point.type);
      summary.points[thing === undefined ? 'unmatched' : 'matched'] += 1;
      return thing;
    });
    return findChange(matched, {
      unit: compared.units.get(unit.id) ?? null,
      hasLink: compared.hasLink,
      hasThing: (thing) => compared.findThing(unit.id, thing) === true,
      replaces,
      isLinked,
    });
  });
  const outcomes = context.isPreview
    ? changes.map(({ outcome }) => outcome)
    : await merge(context, changes);
  changes.forEach((change, index) => {
    if (typeof outcomes[index] === 'string') count(summary, change);
  });
  return outcomes;
}

const thingsOf = (
  { ids, titles }: ModelUnit['points'][number],
  byTitle: ReadonlyMap<string, string>,
): string[] => [...ids, ...titles.flatMap((title) => byTitle.get(title) ?? [])];

async function merge({ units, caller }: ModelImport, changes: readonly Change[]) {
  const outcomes = new Map<Change, LineOutcome>();
  const changed = changes.filter(({ outcome }) => outcome !== 'unchanged');
  for (const part of partsOf(changed, chunkLimits.units)) {
    const lines = part.map(({ line }) => line);
    const merged = await persistently(() => units('units.merge', { caller, lines }));
    part.forEach((change, index) => outcomes.set(change, merged.outcomes[index]!));
  }
  return changes.map((change) => outcomes.get(change) ?? 'unchanged');
}

function count(summary: ModelSummary, { links, properties }: Change): void {
  summary.links.added += links.added;
  summary.links.removed += links.removed;
  summary.properties.added += properties.added;
  summary.properties.changed += properties.changed;
  summary.properties.removed += properties.removed;
}

/** The most different reasons and terms that are listed. */
const maxListed = 400;

function note(
  { unmapped }: ModelSummary,
  reason: Reason,
  example: string,
  type?: string | undefined,
): void {
  const term = unmapped.length < maxListed && type !== undefined ? toCurie(type) : undefined;
  const known = unmapped.find((found) => found.reason === reason && found.term === term);
  if (known) known.count += 1;
  else unmapped.push({ reason, ...(term !== undefined && { term }), count: 1, example });
}
