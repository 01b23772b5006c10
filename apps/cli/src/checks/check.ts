/** What was found out about one thing. */
export interface Check {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  detail: string;
  /** What to do, as a sentence. */
  remedy?: string | undefined;
}
