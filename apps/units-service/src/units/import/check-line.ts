import { Problem, unitLine, type UnitLine } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import { findRepeatedName } from '../create.js';
import { checkJsonLd } from '../json-ld/check.js';
import type { DocumentOrigin, JsonLdProcessor } from '../json-ld/processor.js';

/** A line whose form has been checked; the lists that it leaves out are empty. */
export type CheckedLine = Required<UnitLine>;

/** Checks the form of a line, without regard to what exists; answers what is wrong with it. */
export async function checkLine(
  jsonLd: JsonLdProcessor,
  line: unknown,
  origin: DocumentOrigin,
): Promise<CheckedLine | Problem> {
  const { success, data, error } = unitLine.safeParse(line);
  if (!success) {
    const errors = memberErrors(error);
    return new Problem('invalid_request', 'The line is not valid.', { errors });
  }
  const { properties = [], parents = [], children = [], subjects = [], things = [] } = data;
  const repeated = findRepeatedName(properties);
  if (repeated) return repeated;
  try {
    for (const [index, { value }] of properties.entries()) {
      await checkJsonLd(jsonLd, { value, pointer: `/properties/${index}/value`, ...origin });
    }
  } catch (problem) {
    // Nothing else is wrong with the line: all lines are to be sent again.
    if (problem instanceof Problem && problem.code === 'invalid_json_ld') return problem;
    throw problem;
  }
  return { ...data, properties, parents, children, subjects, things };
}
