/** The actions of the app's things, one of them idempotent. */
export const actions = { open: { idempotent: false }, close: { idempotent: true } };

/** A requested action and the answer to its request. */
export interface RequestedAction {
  /** Its unique input. */
  token: string;
  isIdempotent: boolean;
  /** `unknown` when the request was answered with 5xx or not at all. */
  answered: 'performed' | 'accepted' | 'refused' | 'unknown';
  /** The address of its outcome, if it was `accepted`. */
  interaction?: string;
}
