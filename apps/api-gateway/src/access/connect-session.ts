import { plainText, subjectId, uuid } from '@trellis/contracts';
import type { Bearer } from '@trellis/operations';
import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';
import { invalidToken } from './token-faults.js';

/** The languages of the page on which end users connect their technologies. */
export const connectLanguages = ['en', 'de'] as const;

/** The name of an end user; shown as text, on one line. */
export const subjectName = plainText.max(100);

const connectSession = z.object({
  id: uuid,
  developer: plainText,
  app: plainText,
  subject: subjectId,
  /** The name of the subject, as the page shows it. */
  subject_name: subjectName.optional(),
  /** The connector types that can be connected; all that the account has instances of when left out. */
  types: z.array(z.string()).optional(),
  client: uuid.optional(),
  return_url: z.string().optional(),
  language: z.enum(connectLanguages).optional(),
  /** Seconds since the epoch. */
  expires: z.number(),
  /** Whether it is valid only while it is stored. Sessions of earlier versions were not, and last for a day at most. */
  stored: z.literal(true).optional(),
});

/** The rights of an end user with the address of a connect session: to connect technologies, and nothing else. */
export type ConnectSession = z.infer<typeof connectSession>;

const binding = { purpose: 'connect-session' } as const;

/** Seals a session into the text of its address, whose bearer acts for the subject. */
export const issueConnectSession = (sealing: Sealing, session: ConnectSession): string =>
  sealing.seal(binding, session);

/** The bearer of a connect session, which has no scopes. */
export interface ConnectBearer extends Bearer {
  connect: ConnectSession;
}

/** Returns the bearer of a session in an `Authorization` header; throws `invalid_token`. */
export function readConnectSession(
  sealing: Sealing,
  authorization: string | undefined,
): ConnectBearer {
  const session = open(sealing, authorization?.replace(/^bearer +/i, '').trim() ?? '');
  if (!session || session.expires <= Date.now() / 1000) {
    throw sessionOver();
  }
  const { developer, app, subject, expires: expiresAt } = session;
  return {
    developer,
    app,
    subject,
    scopes: [],
    expiresAt,
    actor: { type: 'subject', id: subject },
    // The audit entry of the session names the app that created it.
    auditIds: [session.id],
    connect: session,
  };
}

const sessionOver = () =>
  invalidToken('expired', 'This address has expired; the app gives out another one.');

/** Returns the problem of a session that was revoked, by itself or with its app or subject. */
export const sessionRevoked = () =>
  invalidToken('revoked', 'This address was revoked; the app gives out another one.');

function open(sealing: Sealing, text: string): ConnectSession | undefined {
  try {
    return connectSession.parse(sealing.open(binding, text));
  } catch {
    return undefined;
  }
}
