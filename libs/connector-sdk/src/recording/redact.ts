import type { RecordedContent, RecordedRequest } from './recorder.js';
import { minSecretLength, secretNamesWith } from './secret-names.js';

/** In place of a secret. */
const redacted = '[secret]';

/** Those of parameters in URLs and forms, besides. */
const secretParameter = /^(key|auth|code|state|sid|sig|user|hash)$/i;

/** Removes secrets from texts. */
export interface Redaction {
  /** Returns whether a name is that of a secret. */
  isSecret(name: string): boolean;
  text(text: string): string;
  /** For a text that may have been cut off, and so may end with a part of a secret. */
  cutText(text: string): string;
}

/**
 * Creates a redaction of secrets: those that are given, in the forms in which they are sent, and the values of members,
 * elements and parameters with the name of a secret. `names` are further such names.
 */
export function createRedaction(
  secrets: Iterable<string>,
  names: readonly string[] = [],
): Redaction {
  const forms = [...new Set([...secrets].flatMap(formsOf))].filter((form) => form.length > 0);
  // The longest first, since one may be a part of another.
  forms.sort((one, other) => other.length - one.length);
  const known = forms.length > 0 ? new RegExp(forms.map(escape).join('|'), 'gi') : undefined;
  const isSecret = secretNamesWith(names);
  const withoutKnown = (text: string) => (known ? text.replace(known, redacted) : text);
  const text = (given: string) => withoutNamed(withoutKnown(given), isSecret);
  return {
    isSecret,
    text,
    cutText: (given) => text(withoutPart(given, forms)),
  };
}

/** Removes the secrets from an exchange. */
export function redactRequest(request: RecordedRequest, redaction: Redaction): RecordedRequest {
  const { address, sent, received, error } = request;
  return {
    ...request,
    address: redaction.text(address),
    ...(sent && { sent: redactContent(sent, redaction) }),
    ...(received && { received: redactContent(received, redaction) }),
    ...(error !== undefined && { error: redaction.text(error) }),
  };
}

/** Removes the secrets from one side of an exchange. */
export function redactContent(
  { headers, body, ...rest }: RecordedContent,
  redaction: Redaction,
): RecordedContent {
  const shown = headers && { ...headers };
  for (const name in shown) {
    shown[name] = redaction.isSecret(name) ? redacted : redaction.text(shown[name]!);
  }
  return {
    ...rest,
    ...(shown && { headers: shown }),
    ...(body !== undefined && { body: redaction.cutText(body) }),
  };
}

/** The shortest part of a secret that is recognized where a text was cut. */
const minPart = 4;

/** Returns the forms in which a secret is sent: as it is, in JSON, in URLs and forms, in hexadecimal, and in Base64. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const buffer = Buffer.from(secret);
  const parameter = encodeURIComponent(secret.toWellFormed());
  const isLong = secret.length >= minPart;
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    parameter,
    parameter.replaceAll('%20', '+'),
    encodeURI(secret.toWellFormed()),
    ...(isLong ? [buffer.toString('hex'), ...base64Of(buffer)] : []),
    ...linesOf(secret),
  ];
}

/** Base64 at each of the three positions that a text can have in one that contains it (RFC 4648, sections 4 and 5). */
function base64Of(buffer: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), buffer]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    const inner = padded.toString('base64').slice(from, to);
    return inner.length < minPart ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A secret of several lines, such as a key in PEM, may be sent line by line. */
const linesOf = (secret: string): string[] =>
  secret.includes('\n') ? secret.split(/\r?\n/).filter((line) => line.length >= 16) : [];

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the part of a secret with which a text ends. */
function withoutPart(text: string, forms: readonly string[]): string {
  const end = text.slice(-maxPart);
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, end.length); length >= minPart; length -= 1) {
      if (!end.endsWith(form.slice(0, length))) continue;
      return text.slice(0, text.length - length) + redacted;
    }
  }
  return text;
}

/** No access token that vendors issue is longer (characters). */
const maxPart = 8 * 1024;

/** A quoted name, as in JSON, with what follows the colon: a text, which may be cut off, or the first character of anything else. */
const jsonMember = /"((?:[^"\\]|\\.){1,64})"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)("|\\?$)|([^\s",}\]]))/g;
const parameter = /(^|[?&;\s"'])([\w.~%-]{1,64})=([^&\s"'<>;,]+)/g;
const element = /<([\w:-]{1,64})>([^<]*)/g;
/** The user name and password of a URL (RFC 3986, section 3.2.1). */
const userInfo = /(\w:\/\/)[^/@?#\s"'<>]{1,256}@/g;
const bearer = /\b(bearer|basic|digest)\s+[\w.~+/=-]{4,}/gi;

function withoutNamed(text: string, isSecret: (name: string) => boolean): string {
  return withoutMembers(text, isSecret)
    .replace(parameter, (whole: string, before: string, name: string) =>
      isSecret(name) || secretParameter.test(name) ? `${before}${name}=${redacted}` : whole,
    )
    .replace(element, (whole: string, name: string) =>
      isSecret(name) ? `<${name}>${redacted}` : whole,
    )
    .replace(bearer, `$1 ${redacted}`)
    .replace(userInfo, `$1${redacted}@`);
}

/** Removes the secrets from JSON; from a text that is no JSON as a whole, such as one that was cut, also its rest after one that has members. */
function withoutMembers(text: string, isSecret: (name: string) => boolean): string {
  let hasSecret = false;
  const hide = (name: string, value: unknown): unknown => {
    if (!isSecret(name) || typeof value === 'boolean' || value === null) return value;
    hasSecret = true;
    return redacted;
  };
  try {
    const shown = JSON.stringify(JSON.parse(text, hide));
    return hasSecret ? shown : text;
  } catch {
    return withoutQuoted(text, isSecret);
  }
}

function withoutQuoted(text: string, isSecret: (name: string) => boolean): string {
  let end = text.length;
  const shown = text.replace(
    jsonMember,
    (whole: string, name: string, colon: string, value: string | undefined, ...rest: unknown[]) => {
      const [, other, offset] = rest as [string, string | undefined, number];
      if (!isSecret(name) || 'tfn'.includes(other ?? '-')) return whole;
      if (value === undefined) end = Math.min(end, offset);
      return `"${name}"${colon}"${redacted}"`;
    },
  );
  return end === text.length ? shown : withoutQuoted(text.slice(0, end), isSecret) + redacted;
}

/** Returns the texts and numbers in the input of an action, any of which may be a secret such as the code of a lock. */
export function secretsInInput(input: unknown): string[] {
  if (typeof input === 'object' && input !== null) {
    return Object.values(input).flatMap(secretsInInput);
  }
  const isText = typeof input === 'string' || typeof input === 'number';
  return isText && String(input).length >= minSecretLength ? [String(input)] : [];
}
