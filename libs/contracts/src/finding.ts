export interface Finding {
  /** The examined part, such as `PostgreSQL`. */
  what: string;
  found: string;
  /** How to repair it; absent when nothing is wrong. */
  remedy?: string;
}
