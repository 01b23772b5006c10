/** The actions of the app's things: one may be performed again, the other must not. */
export const actions = { open: { idempotent: false }, close: { idempotent: true } };

/** An action that was requested, as its request was answered. */
export interface RequestedAction {
  /** Its input, which no other has. */
  token: string;
  isIdempotent: boolean;
  /** `unknown` when the request was answered with 5xx or not at all. */
  answered: 'performed' | 'accepted' | 'refused' | 'unknown';
  /** The address of its outcome, if it was `accepted`. */
  interaction?: string;
}
