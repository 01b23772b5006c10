/** What an examination of an installation has found. */
export interface Finding {
  /** What was examined, such as `PostgreSQL`. */
  what: string;
  /** What it is like. */
  found: string;
  /** How to mend it; absent when nothing is wrong. */
  remedy?: string;
}
