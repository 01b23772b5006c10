import type { Technology } from '../api.js';
import type { Words } from '../texts/words.js';

/** The trouble with a connection, and what its end user can do about it. */
export interface Trouble {
  words: keyof Words['problems'];
  action: 'try again' | 'correct' | 'sign in' | 'wait';
}

export function troubleOf(
  { error, paused }: { error?: { code: string } | undefined; paused?: boolean },
  { connect }: Technology,
): Trouble {
  if (paused) return { words: 'paused', action: 'wait' };
  const signsIn = connect.method === 'oauth2';
  switch (error?.code) {
    case 'unavailable':
      return { words: 'unavailable', action: 'try again' };
    case 'misconfigured':
      return { words: 'misconfigured', action: 'correct' };
    case 'authorization_required':
      return signsIn
        ? { words: 'signInNeeded', action: 'sign in' }
        : { words: 'refusedLogin', action: 'correct' };
    default:
      return { words: 'other', action: 'wait' };
  }
}
