import { isProblem, TrellisConnectionError } from '@trellis/client';
import { explainCause, type Explanation } from '@trellis/client/causes';
import { assignErrors, type Field, type Values } from '@trellis/schema-form';
import type { Technology } from '../api.js';
import type { Words } from '../texts/words.js';

interface Trouble {
  /** Its title, and its text where the cause says no more. */
  words: keyof Words['problems'];
  action: 'try again' | 'correct' | 'sign in' | 'wait';
  /** The text, in each language. */
  text?: Pick<Explanation, 'en' | 'de'>;
}

interface Troubled {
  error?: { code: string; cause?: string | undefined } | undefined;
  paused?: boolean;
}

/** The titles of troubles whose cause is known, by what the end user can do. */
const titles = {
  correct: 'misconfigured',
  'sign in': 'signInNeeded',
  'try again': 'unavailable',
  wait: 'elsewhere',
} as const;

/** Returns the trouble with a connection, and what its end user can do about it. */
export function troubleOf({ error, paused }: Troubled, technology: Technology): Trouble {
  if (paused) return { words: 'paused', action: 'wait' };
  const known = explainCause(error?.cause);
  const byCode = troubleOfCode(error?.code, technology);
  if (!known) return byCode;
  // How to get access again depends on the technology.
  if (byCode.words === 'signInNeeded') return { ...byCode, text: known };
  if (byCode.words === 'refusedLogin') {
    if (known.act === 'try again') return { words: 'oneMoreStep', action: known.act, text: known };
    return known.act === 'sign in' ? byCode : { ...byCode, text: known };
  }
  const words = byCode.words === 'anotherDevice' ? byCode.words : titles[known.act];
  return { words, action: known.act, text: known };
}

function troubleOfCode(code: string | undefined, { connect }: Technology): Trouble {
  const signsIn = connect.method === 'oauth2';
  switch (code) {
    case 'unavailable':
      return { words: 'unavailable', action: 'try again' };
    case 'misconfigured':
      return { words: 'misconfigured', action: 'correct' };
    case 'another_device':
      return { words: 'anotherDevice', action: 'correct' };
    case 'authorization_required':
      return signsIn
        ? { words: 'signInNeeded', action: 'sign in' }
        : { words: 'refusedLogin', action: 'correct' };
    default:
      return { words: 'other', action: 'wait' };
  }
}

/** Returns the text about a trouble in the language of the page. */
export const textOf = ({ words: name, text }: Trouble, words: Words): string =>
  text?.[words.language] ?? words.problems[name].text;

/** The reason why nothing was stored, with the text of the connector or the server. */
export interface Failure {
  text: string;
  detail?: string | undefined;
}

/** The texts to show after input was refused: by field pointer, and for the whole form. */
interface Refusal {
  errors: Record<string, string>;
  failure: Failure;
}

interface Form {
  words: Words;
  technology: Technology;
  fields: Field[];
  values: Values;
}

export function refusalOf(error: unknown, form: Form): Refusal {
  const { words, technology, fields } = form;
  if (isProblem(error, 'trial_failed')) {
    // The detail begins with the error code that the client would have.
    const [, code = '', detail] = /^(\w+): ([^]*)$/.exec(error.detail ?? '') ?? [];
    const trouble = troubleOf({ error: { code, cause: error.failure?.cause } }, technology);
    const text = `${words.refused} ${textOf(trouble, words)}`;
    return { errors: {}, failure: { text, detail } };
  }
  if (isProblem(error, 'quota_exceeded')) return { errors: {}, failure: { text: words.quota } };
  const hasName = fields.some(({ pointer }) => pointer === 'name');
  if (isProblem(error, 'already_exists') && hasName) {
    return { errors: { name: words.nameTaken }, failure: { text: words.wrongInput } };
  }
  if (isProblem(error) && error.errors.length > 0) return inputRefusal(error.errors, form);
  const { hint, detail } = hintOf(error, words);
  return { errors: {}, failure: { text: `${words.failed}. ${hint}`, detail } };
}

function inputRefusal(
  errors: readonly { pointer: string; detail: string }[],
  { words, fields, values }: Form,
): Refusal {
  const translated = errors.map(({ pointer, detail }) => ({
    pointer,
    detail: detail.startsWith('Enter it again') ? words.enterAgain : detail,
  }));
  const prefix = '/configuration';
  const { byField, others } = assignErrors(translated, { fields, values, prefix });
  const named = others.filter(({ pointer }) => pointer === '/name');
  const isNameShown = named.length > 0 && fields.some(({ pointer }) => pointer === 'name');
  if (isNameShown) byField['name'] = named.map(({ detail }) => detail).join(' ');
  const detail = others
    .filter((one) => !isNameShown || !named.includes(one))
    .map((one) => `${one.pointer.replace(`${prefix}/`, '/').slice(1)}: ${one.detail}`)
    .join(' ');
  const text = Object.keys(byField).length > 0 ? words.wrongInput : words.notAccepted;
  return { errors: byField, failure: { text, detail: detail || undefined } };
}

/** Returns what to do about a failure. Only a missing answer is blamed on the internet connection. */
export function hintOf(
  error: unknown,
  words: Words,
): { hint: string; detail?: string | undefined } {
  if (error instanceof TrellisConnectionError) return { hint: words.failedHint };
  return { hint: words.refusedHint, detail: isProblem(error) ? error.detail : undefined };
}
