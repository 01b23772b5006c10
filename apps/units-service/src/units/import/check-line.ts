import {
  memberErrors,
  modelLine,
  Problem,
  unitLine,
  type ModelLine,
  type UnitLine,
} from '@trellis/contracts';
import { findRepeatedName } from '../create.js';
import { checkAllJsonLd } from '../json-ld/check.js';
import type { DocumentOrigin, JsonLdProcessor } from '../json-ld/processor.js';

/** A line whose form has been checked; the lists that it leaves out are empty. */
export type CheckedLine = Required<UnitLine> & {
  /** What the line takes away. */
  removed: Required<NonNullable<ModelLine['removed']>>;
};

/** What lines do to units that exist: they add what is missing, or also replace what differs. */
export type ImportMode = 'add' | 'replace';

const lineOf = { add: unitLine, replace: modelLine };

/** Checks the form of a line, without regard to what exists; answers what is wrong with it. */
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
    const values = properties.map(({ value }, index) => ({
      value,
      pointer: `/properties/${index}/value`,
    }));
    await checkAllJsonLd(jsonLd, values, origin);
  } catch (problem) {
    // Nothing else is wrong with the line: all lines are to be sent again.
    if (problem instanceof Problem && problem.code === 'invalid_json_ld') return problem;
    throw problem;
  }
  return {
    ...data,
    ...{ properties, parents, children, subjects, things },
    removed: { properties: [], parents: [], children: [], ...removed },
  };
}
