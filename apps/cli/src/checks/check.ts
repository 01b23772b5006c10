export interface Check {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  detail: string;
  /** A sentence that says what to do. */
  remedy?: string | undefined;
}
