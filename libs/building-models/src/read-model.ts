import { createHash } from 'node:crypto';
import type { Quad } from 'n3';
import { readStatements, type ModelType } from './read.js';
import { createReport, type Unmapped } from './report.js';
import { ontology, rdfType } from './terms.js';
import { toNodes } from './to-nodes.js';
import { toUnits, type Model } from './to-units.js';

/** The text of a model, with options for reading it. */
export interface ModelText {
  text: string;
  type: ModelType;
  /** Base of relative IRIs, and the name of the model unless it has exactly one ontology. */
  base: string;
  /** Predicate whose values identify the things of points. */
  match?: string | undefined;
}

export interface ReadModel extends Model {
  statements: number;
  unmapped: Unmapped[];
}

/** Reads the units of a model; throws `UnreadableModel`. */
export async function readModel({ text, type, base, match }: ModelText): Promise<ReadModel> {
  const quads = await readStatements(text, type, base);
  const report = createReport();
  const model = nameOfModel(quads) ?? base;
  const scope = createHash('sha256').update(model).digest('hex').slice(0, 16);
  const nodes = toNodes(quads, scope, report);
  const { units, others } = toUnits(nodes, { model, match }, report);
  return { units, others, statements: quads.length, unmapped: report.list() };
}

/** Returns the IRI of the only ontology in a model. */
function nameOfModel(quads: readonly Quad[]): string | undefined {
  const found = quads.filter(
    ({ subject, predicate, object }) =>
      subject.termType === 'NamedNode' && predicate.value === rdfType && object.value === ontology,
  );
  return found.length === 1 ? found[0]!.subject.value : undefined;
}
