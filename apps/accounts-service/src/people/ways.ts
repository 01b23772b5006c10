import { createAuthEndpoint } from 'better-auth/api';
import type { PrismaClient } from '../generated/prisma/client.js';

/** How people can sign in and up here. */
interface Ways {
  /** The host of the OpenID provider. */
  openid?: string;
  sign_up: 'invited' | 'open';
  /** Whether forgotten passwords can be replaced. */
  sends_mail: boolean;
}

/** Tells pages how people can sign in, and whether somebody has signed up: `GET /api/auth/ways`. */
export function ways(prisma: PrismaClient, answer: Ways) {
  let isKnown = false;
  const hasPeople = async () =>
    (isKnown ||= (await prisma.user.findFirst({ select: { id: true } })) !== null);
  return {
    id: 'ways',
    endpoints: {
      readWays: createAuthEndpoint('/ways', { method: 'GET' }, async (context) =>
        context.json({ ...answer, has_people: await hasPeople() }),
      ),
    },
  };
}
