import { causes } from './generated/causes.js';

/** Why something failed, as `cause` of errors, warnings and problems says. More causes may be added. */
export type Cause = keyof typeof causes;

/** The meaning of a cause. */
export interface Explanation {
  /** Its meaning and what helps, for developers. */
  advice: string;
  /** The same for end users, in English and German. */
  en: string;
  de: string;
  /** The step that an end user can take: change what they entered, sign in, try again, or only wait. */
  act: 'correct' | 'sign in' | 'try again' | 'wait';
}

/** Explains a cause; undefined without one, and for one that a newer version has added. */
export function explainCause(cause: string | undefined): Explanation | undefined {
  return cause !== undefined && isCause(cause) ? causes[cause] : undefined;
}

const isCause = (name: string): name is Cause => Object.hasOwn(causes, name);
