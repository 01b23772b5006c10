import { parseKeyPairsIntoRecord } from '@opentelemetry/core';

/**
 * Secrets of others, by their forms. Each is searched for only where its sign is: most lines have none, and
 * every request writes one.
 */
const forms: { sign: string; pattern: RegExp }[] = [
  // `user:password@` of an address.
  { sign: '://', pattern: /(?<=:\/\/)[^\s/@"\\]+(?=@)/g },
  // Credentials of HTTP (RFC 9110, section 11.4).
  { sign: 'Bearer ', pattern: /(?<=\bBearer )[\w.~+/=-]{8,}/g },
  { sign: 'Basic ', pattern: /(?<=\bBasic )[\w.~+/=-]{8,}/g },
  // JSON Web Tokens (RFC 7519).
  { sign: 'eyJ', pattern: /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g },
  // Secrets of callbacks.
  { sign: 'whsec_', pattern: /(?<=\bwhsec_)[\w+/=-]+/g },
  // Parameters of addresses and forms that authorize.
  {
    sign: '=',
    pattern: /(?<=[?&](?:\w*token|ticket|code|state|\w*secret|password|\w*key)=)[^&\s"#\\]+/g,
  },
];

const redacted = '[redacted]';

/** Shorter ones would be found in what is not a secret. */
const minLength = 8;

/** Returns a function that replaces secrets in a line: the given ones, and all that have a known form. */
export function createRedaction(secrets: string[]): (line: string) => string {
  const own = secrets
    .filter((secret) => secret.length >= minLength)
    // As they appear in JSON, the longest first, since one may be part of another.
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .toSorted((one, other) => other.length - one.length);
  return (line) => {
    let shown = line;
    for (const secret of own) {
      if (shown.includes(secret)) shown = shown.replaceAll(secret, redacted);
    }
    for (const { sign, pattern } of forms) {
      if (shown.includes(sign)) shown = shown.replace(pattern, redacted);
    }
    return shown;
  };
}

/**
 * The values of the variables of a configuration that hold secrets, each key of a list by itself, and those of
 * headers.
 */
export function secretsOf(configuration: Record<string, unknown>): string[] {
  return Object.entries(configuration).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (/SECRET|PASSWORD/.test(name)) return [value, ...value.split(/[,:]/)];
    return name.endsWith('_HEADERS') ? Object.values(parseKeyPairsIntoRecord(value)) : [];
  });
}
