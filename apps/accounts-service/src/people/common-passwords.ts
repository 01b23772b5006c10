import { dictionary } from '@zxcvbn-ts/language-common';
import { APIError } from 'better-auth/api';

/** Shorter ones are refused anyway. */
const minLength = 12;

/** The long ones among the 50,000 most common passwords, in lower case. */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= minLength),
);

/** The shortest part of which a password may be a repetition, such as `password` of `passwordpassword`. */
const repeated = /^(.{1,8})\1+$/u;

/** Throws for one of the most common passwords, and for repetitions (OWASP ASVS 5.0, 6.2.4). */
export function refuseCommon(password: unknown): void {
  if (typeof password !== 'string') return;
  const lower = password.toLowerCase();
  if (!common.has(lower) && !repeated.test(lower)) return;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_COMPROMISED',
    message: 'The password is among the most common ones.',
  });
}
