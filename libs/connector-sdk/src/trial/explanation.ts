import { contentOf, type RecordedContent } from '../recording/recorder.js';
import { secretNamesWith, secretsUnder } from '../recording/secret-names.js';

/** An answer to a request of a description. */
export interface ExplainedAnswer {
  /** The name of the request in the description. */
  request: string;
  address?: string | undefined;
  status?: number | undefined;
  received?: RecordedContent | undefined;
  /** The result of a transformation by the description, in which paths are looked up. */
  transformed?: RecordedContent | undefined;
  /** Why there is no answer, or why it is not used. */
  error?: string | undefined;
}

/** The place up to which a path leads somewhere. */
export interface Existing {
  /** The longest part of the path that leads somewhere. */
  path: string;
  /** Members there. */
  members: string[];
}

/** The finds of a path or expression of a description in all values that it was applied to. */
export interface ExplainedPath {
  /** Where it is in the description, such as `devices[0].id`. */
  at: string;
  path: string;
  applied: number;
  found: number;
  /** Of those found, the ones of which nothing could be made, such as a text in place of a number. */
  unusable?: number | undefined;
  /** Some of what was found, as JSON. */
  sample: string[];
  /** Where it found nothing. */
  existing?: Existing | undefined;
}

/** The use that a description made of the answers; plain data with secrets in it. */
export interface Explained {
  answers: ExplainedAnswer[];
  paths: ExplainedPath[];
  /** The first part of the description at which it went no further. */
  stopped?: { at: string; why: string } | undefined;
  /** Whether something was left out because the explanation is too long. */
  isCut: boolean;
  /** The values of secret members of the answers, which may be found elsewhere under other names. */
  secrets: string[];
}

interface Answered extends Pick<ExplainedAnswer, 'request' | 'address' | 'status' | 'error'> {
  text?: string;
  headers?: Record<string, string | string[] | undefined>;
  /** The text as JSON. */
  value?: unknown;
  transformed?: unknown;
}

interface Look {
  path: string;
  /** The path to the value that it was applied to. */
  within?: string;
  found: readonly unknown[];
  isUnusable?: boolean;
  /** Called when it found nothing. */
  existing?: () => Existing | undefined;
}

/** Takes what a description makes of answers, to be shown to who wrote it. Only trials have one. */
export interface Explainer {
  answered(answer: Answered): void;
  /** Adds what the path or expression at a part of the description found in one value. */
  looked(at: string, look: Look): void;
  /** Keeps the first place at which it went no further. */
  stopped(at: string, why: string): void;
  /** Says that there is more, which was not looked at. */
  cut(): void;
  /** Takes the whole explanation of another process. */
  take(explained: Explained): void;
}

export interface Explanation extends Explainer {
  explained(): Explained;
}

const maxAnswers = 20;
const maxPaths = 1_000;
const maxSample = 3;
/** Of a value in a sample (characters of JSON). */
const maxValue = 200;
const maxText = 512;
/** The secrets that can be removed from texts in little time. */
const maxSecrets = 40;

/** Creates an explanation; `names` are those of secret members besides the usual ones. */
export function createExplanation(names: readonly string[] = []): Explanation {
  const isSecret = secretNamesWith(names);
  const answers: ExplainedAnswer[] = [];
  const paths = new Map<string, ExplainedPath>();
  const secrets = new Set<string>();
  let stopped: Explained['stopped'];
  let isCut = false;
  let taken: Explained | undefined;
  /** Nothing is shown under another name once there are more secrets than can be removed. */
  const hasTooManySecrets = () => secrets.size > maxSecrets;
  const namesSecret = (path: string | undefined) =>
    path !== undefined && namesIn(path).some(isSecret);

  return {
    answered({ text, headers, value, transformed, ...answer }) {
      secretsUnder(value, { isSecret, into: secrets, max: maxSecrets + 1 });
      isCut ||= answers.length >= maxAnswers;
      if (answers.length >= maxAnswers) return;
      answers.push({
        ...answer,
        received: text === undefined ? undefined : contentOf(text, headers),
        transformed: transformed === undefined ? undefined : contentOf(JSON.stringify(transformed)),
      });
    },
    looked(at, { path, within, found, isUnusable = false, existing }) {
      const known = paths.get(at) ?? { at, path, applied: 0, found: 0, sample: [] };
      if (!paths.has(at) && paths.size >= maxPaths) return void (isCut = true);
      paths.set(at, known);
      known.applied += 1;
      known.found += found.length;
      if (isUnusable) known.unusable = (known.unusable ?? 0) + 1;
      if (known.found === 0) known.existing ??= existing?.();
      const isHidden = namesSecret(path) || namesSecret(within);
      for (const one of found) {
        if (known.sample.length >= maxSample) break;
        const text = isHidden ? hidden : JSON.stringify(one).slice(0, maxValue).toWellFormed();
        if (!known.sample.includes(text)) known.sample.push(text);
      }
    },
    stopped(at, why) {
      stopped ??= { at, why: why.slice(0, maxText) };
    },
    cut: () => void (isCut = true),
    take: (explained) => void (taken = explained),
    explained: () => taken ?? own(),
  };

  function own(): Explained {
    return {
      answers: hasTooManySecrets()
        ? answers.map((answer) => ({ ...answer, transformed: undefined }))
        : answers,
      paths: [...paths.values()].map(({ existing, ...path }) => ({
        ...path,
        existing: path.found === 0 ? existing : undefined,
        sample: hasTooManySecrets() ? [] : path.sample,
      })),
      stopped,
      isCut: isCut || hasTooManySecrets(),
      secrets: [...secrets],
    };
  }
}

const hidden = '"[secret]"';

/** Returns the names in a path or expression. */
const namesIn = (path: string): string[] =>
  [...path.matchAll(/'([^']*)'|"([^"]*)"|([\w-]+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
