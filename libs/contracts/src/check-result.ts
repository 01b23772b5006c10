/** Result of a check of an installation. */
export interface CheckResult {
  /** Subject of the check, such as `PostgreSQL`. */
  what: string;
  /** State of the subject. */
  found: string;
  /** Instructions to repair it; absent when nothing is wrong. */
  remedy?: string;
}
