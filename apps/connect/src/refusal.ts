import { isProblem, TrellisConnectionError } from '@trellis/client';
import type { Technology } from './api.js';
import { troubleOf } from './problems.js';
import type { Words } from './words.js';

/** Why nothing was stored, and what the connector or the server says about it. */
export interface Failure {
  text: string;
  detail?: string | undefined;
}

/** What is said about an entry that was refused: about each field by its pointer, and about all. */
export interface Refusal {
  errors: Record<string, string>;
  failure: Failure;
}

interface Form {
  words: Words;
  technology: Technology;
  /** Of the fields that the form has. */
  pointers: readonly string[];
}

export function refusalOf(error: unknown, { words, technology, pointers }: Form): Refusal {
  if (isProblem(error, 'trial_failed')) {
    // It begins with the code of the error that the client would have.
    const [, code = '', detail] = /^(\w+): ([^]*)$/.exec(error.detail ?? '') ?? [];
    const trouble = troubleOf({ error: { code } }, technology);
    const text = `${words.refused} ${words.problems[trouble.words].text}`;
    return { errors: {}, failure: { text, detail } };
  }
  if (isProblem(error, 'quota_exceeded')) return { errors: {}, failure: { text: words.quota } };
  if (isProblem(error, 'already_exists') && pointers.includes('/name')) {
    return { errors: { '/name': words.nameTaken }, failure: { text: words.wrongInput } };
  }
  if (isProblem(error) && error.errors.length > 0) return membersOf(error.errors, pointers, words);
  const { hint, detail } = hintOf(error, words);
  return { errors: {}, failure: { text: `${words.failed}. ${hint}`, detail } };
}

/** What belongs to no field is said about all. */
function membersOf(
  errors: readonly { pointer: string; detail: string }[],
  pointers: readonly string[],
  words: Words,
): Refusal {
  const named = errors.map(({ pointer, detail }): [string, string] => [
    pointer.replace(/^\/configuration/, ''),
    detail.startsWith('Enter it again') ? words.enterAgain : detail,
  ]);
  const [shown, others] = [true, false].map((isShown) =>
    named.filter(([pointer]) => pointers.includes(pointer) === isShown),
  ) as [[string, string][], [string, string][]];
  const detail = others.map(([pointer, text]) => `${pointer.slice(1)}: ${text}`).join(' ');
  const text = shown.length > 0 ? words.wrongInput : words.notAccepted;
  return {
    errors: Object.fromEntries(shown),
    failure: { text, ...(detail && { detail }) },
  };
}

/** What to do about what failed. Only what got no answer can be the fault of the connection to the internet. */
export function hintOf(error: unknown, words: Words): { hint: string; detail?: string } {
  if (error instanceof TrellisConnectionError) return { hint: words.failedHint };
  const detail = isProblem(error) ? error.detail : undefined;
  return { hint: words.refusedHint, ...(detail && { detail }) };
}
