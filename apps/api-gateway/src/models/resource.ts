import { reasons } from '@trellis/building-models';
import { type ModelImport, modelImport, modelProgress, Problem } from '@trellis/contracts';
import { problemDocument, problemToJson } from '@trellis/operations';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';

const unmapped = z.object({
  reason: z.string().describe(`One of ${reasons.join(', ')}.`),
  term: z.string().optional().describe('The class or the predicate.'),
  count: z.number().int(),
  example: z.string().describe('The first node that it is about.'),
});

const progress = modelProgress.extend({
  units: z.number().int().describe('Units of the model.'),
  unmapped: z.array(unmapped).describe('Parts of the model that could not be mapped.'),
});

export const modelImportResource = modelImport
  .omit({ preview: true, progress: true })
  .extend({
    href: z.url(),
    dry_run: z.boolean(),
    progress: progress.optional().describe('Absent until the model has been read.'),
    failures: z
      .array(z.object({ iri: z.string(), problem: problemDocument }))
      .describe('The first 200 units that were not stored, with the reasons.'),
    problem: problemDocument
      .optional()
      .describe('Why the import has failed; send the model again.'),
  })
  .meta({ id: 'ModelImport', description: 'An import of a model of a building.' });

export function importToJson(
  { id, preview, failures, problem, ...found }: ModelImport,
  hrefs: Hrefs,
): z.output<typeof modelImportResource> {
  const toJson = (data: NonNullable<typeof problem>) =>
    problemToJson(Problem.fromData(data), hrefs, id);
  return {
    id,
    href: hrefs.modelImport(id),
    ...found,
    dry_run: preview,
    failures: failures.map(({ iri, problem }) => ({ iri, problem: toJson(problem) })),
    ...(problem && { problem: toJson(problem) }),
  };
}
