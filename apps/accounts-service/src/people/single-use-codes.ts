import { isUniqueViolation } from '@trellis/database';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import type { PrismaClient } from '../generated/prisma/client.js';

const path = '/two-factor/verify-totp';

/**
 * Refuses a code of an authenticator app that was used before, which better-auth takes as long as it is valid (RFC 6238,
 * section 5.2). Codes are purged when they are no longer valid.
 */
export const singleUseCodes = (prisma: PrismaClient) => ({
  id: 'single-use-codes',
  hooks: {
    after: [
      {
        matcher: (context: { path?: string | undefined }) => context.path === path,
        handler: createAuthMiddleware(async (context) => {
          const { newSession, session, returned, internalAdapter } = context.context;
          const signedIn = newSession ?? session;
          if (!signedIn || returned instanceof Error) return;
          const { code } = context.body as { code: string };
          try {
            await prisma.usedCode.create({ data: { userId: signedIn.user.id, code } });
          } catch (error) {
            if (!isUniqueViolation(error)) throw error;
            if (newSession) {
              await internalAdapter.deleteSession(newSession.session.token);
              deleteSessionCookie(context);
            }
            throw new APIError('UNAUTHORIZED', {
              code: 'INVALID_CODE',
              message: 'The code was used already.',
            });
          }
        }),
      },
    ],
  },
});
