import { accessCauses } from './access.js';
import { answerCauses } from './answers.js';
import { configurationCauses } from './configuration.js';
import { reachCauses } from './reach.js';
import type { CauseCode, CauseRow } from './row.js';

export type { CauseCode, CauseRow };

/**
 * Every cause of a failure that can be told from others: its class, the remedy, and what to say about it. Pages and
 * command lines read this table through `@trellis/client`.
 */
export const causes = {
  ...reachCauses,
  ...accessCauses,
  ...answerCauses,
  ...configurationCauses,
} as const satisfies Record<string, CauseRow>;

export type Cause = keyof typeof causes;

/** The causes of a class. */
export type CauseOf<Code extends CauseCode> = {
  [Name in Cause]: (typeof causes)[Name]['code'] extends Code ? Name : never;
}[Cause];

export const causeNames = Object.keys(causes).filter(isCause);

function isCause(name: string): name is Cause {
  return Object.hasOwn(causes, name);
}

export const rowOf = (cause: Cause): CauseRow => causes[cause];
