import { memberErrors, Problem, text, newUnitLine, type UnitLine } from '@trellis/contracts';
import { z } from 'zod';
import { findRepeatedName, withPointers } from '../write.js';
import { checkAllJsonLd } from '../json-ld/check.js';
import type { DocumentOrigin, JsonLdProcessor } from '../json-ld/processor.js';

/**
 * A unit as a line of a model: name, type and properties replace those that differ, and `removed` has what the model no
 * longer contains.
 */
const modelLine = newUnitLine.extend({
  removed: z
    .strictObject({
      properties: z.array(text).optional(),
      parents: z.array(text).optional(),
      children: z.array(text).optional(),
    })
    .optional(),
});
export type ModelLine = z.infer<typeof modelLine>;

/** A line whose form has been checked; missing lists are empty. */
export type CheckedLine = Required<UnitLine> & {
  /** The entries that the line removes. */
  removed: Required<NonNullable<ModelLine['removed']>>;
};

/** Whether lines of existing units only add what is missing, or also replace what differs. */
export type ImportMode = 'add' | 'replace';

const lineOf = { add: newUnitLine, replace: modelLine };

/** Checks the form of a line, regardless of stored units; returns the problem if it is not valid. */
export async function checkLine(
  jsonLd: JsonLdProcessor,
  line: unknown,
  { mode, ...origin }: DocumentOrigin & { mode: ImportMode },
): Promise<CheckedLine | Problem> {
  const { success, data, error } = lineOf[mode].safeParse(line);
  if (!success) {
    const errors = memberErrors(error);
    return new Problem('invalid_request', 'The line is not valid.', { errors });
  }
  const { properties = [], parents = [], children = [], subjects = [], things = [] } = data;
  const { removed } = data as ModelLine;
  const repeated = findRepeatedName(properties);
  if (repeated) return repeated;
  try {
    await checkAllJsonLd(jsonLd, withPointers(properties), origin);
  } catch (problem) {
    // Any other problem is not that of the line: the whole call fails.
    if (problem instanceof Problem && problem.code === 'invalid_json_ld') return problem;
    throw problem;
  }
  return {
    ...data,
    properties,
    parents,
    children,
    subjects,
    things,
    removed: { properties: [], parents: [], children: [], ...removed },
  };
}
