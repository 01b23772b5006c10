import type { AuditEntry } from '@trellis/contracts';

/** The identity that a request acts with, from its access token or what replaces one. */
export interface Bearer {
  developer: string;
  /** The client id of the app. */
  app: string;
  /** The only end user for whom it may act. Without one, it is not bound. */
  subject?: string | undefined;
  scopes: string[];
  /** Seconds since the epoch. */
  expiresAt: number;
  /** Whether it comes from a ticket, whose subject the header of the subject does not change. */
  isTicket?: boolean;
  /** The actor in the audit log; the app by default. */
  actor?: AuditEntry['actor'];
  /** Ids that its audit entries name. */
  auditIds?: string[];
}

/** The bearer of requests without an access token. */
export const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expiresAt: 0 };
