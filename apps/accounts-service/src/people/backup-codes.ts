import { hash, randomInt } from 'node:crypto';
import { createAuthMiddleware } from 'better-auth/api';

/** Letters and digits, except those that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Six groups of four characters have 118 bits, enough for a hash without a salt (OWASP ASVS 5.0, 6.5.2). */
const groups = 6;

const newGroup = () =>
  Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

const newCode = () => Array.from({ length: groups }, newGroup).join('-');

const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** Hashes a code. Ignores case, spaces and hyphens. */
const digest = (code: string) => hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/**
 * Options of better-auth for backup codes. It compares a given code with what `decrypt` returns, so both are digests;
 * `encrypt` gets new codes, or the digests of those that are left.
 */
export const backupCodeOptions = {
  customBackupCodesGenerate: () => Array.from({ length: 10 }, newCode),
  storeBackupCodes: {
    async encrypt(json: string) {
      const codes = JSON.parse(json) as string[];
      return JSON.stringify(codes.map((code) => (isDigest(code) ? code : digest(code))));
    },
    decrypt: async (digests: string) => digests,
  },
};

/** Replaces a given backup code by its digest. */
export const hashedBackupCodes = () => ({
  id: 'hashed-backup-codes',
  hooks: {
    before: [
      {
        matcher: ({ path }: { path?: string | undefined }) =>
          path === '/two-factor/verify-backup-code',
        handler: createAuthMiddleware(async ({ body }) => {
          const { code } = (body ?? {}) as { code?: unknown };
          if (typeof code !== 'string') return;
          return { context: { body: { ...(body as object), code: digest(code) } } };
        }),
      },
    ],
  },
});
