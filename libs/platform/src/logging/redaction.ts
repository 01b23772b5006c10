import { parseKeyPairsIntoRecord } from '@opentelemetry/core';

/**
 * Patterns of secrets that are not in the configuration. A pattern is only tried on lines that contain its sign: every
 * request writes a line, and most have none.
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

/** Shortest secret that is redacted; shorter ones would match other text. */
const minLength = 8;

/** Returns a function that redacts secrets in a line: the given ones, and those that match a pattern. */
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

/** Returns the secrets of a configuration, including each key of a list and the values of headers. */
export function secretsOf(configuration: Record<string, unknown>): string[] {
  return Object.entries(configuration).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (/SECRET|PASSWORD/.test(name)) return [value, ...value.split(/[,:]/)];
    return name.endsWith('_HEADERS') ? Object.values(parseKeyPairsIntoRecord(value)) : [];
  });
}
