/** A small change of behavior that a test must notice. */
export interface Mutation {
  /** The source file, from the root of the checkout. */
  file: string;
  /** Text that occurs exactly once in the file. */
  from: string;
  /** What stands there instead. */
  to: string;
  /** The test files that are run for it, from the root of the checkout; the nearest first. */
  noticedBy: string[];
}
