import type { Caller } from '@trellis/contracts';

/** Selects the rows that a caller sees: those of its whole account, or only those of its subject. */
export const visibleTo = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

/** The same condition in SQL. `row` has `developer` and `subject`; so has `call`, with null for no subject. */
export const isVisibleSql = (row: string, call: string): string =>
  `${row}.developer = ${call}.developer AND (${call}.subject IS NULL OR ${row}.subject = ${call}.subject)`;
