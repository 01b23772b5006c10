import { APIError } from 'better-auth/api';

interface Person {
  email?: unknown;
  name?: unknown;
  /** The names of the person's organizations. */
  organizations?: readonly string[];
}

const product = 'trellis';

/** Shorter words are in many passwords by chance. */
const minLength = 4;

/**
 * Throws for a password with the person's name or e-mail name, or that of an organization or the product (OWASP ASVS 5.0,
 * 6.2.11).
 */
export function refuseOwnWords(
  password: unknown,
  { email, name, organizations = [] }: Person,
): void {
  if (typeof password !== 'string') return;
  const [emailName = ''] = typeof email === 'string' ? email.split(/[+@]/) : [];
  const fullName = typeof name === 'string' ? name : '';
  const words = [product, emailName, fullName, ...fullName.split(/\s+/), ...organizations].map(
    lettersOf,
  );
  const letters = lettersOf(password);
  if (!words.some((word) => word.length >= minLength && letters.includes(word))) return;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_HAS_OWN_WORD',
    message:
      'The password contains the name or the e-mail name of the person, or that of an organization or of the product.',
  });
}

/** Returns only letters and digits: `A. Lovelace` and `a-lovelace` are the same word. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
