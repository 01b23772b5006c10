import type { Session } from '../session/session.js';

/** Whether somebody may manage apps: with an external issuer, which has apps of its own, nobody does here. */
export const managesApps = ({ app, scopes }: Pick<Session, 'app' | 'scopes'>): boolean =>
  app !== undefined && scopes.includes('svc.apps.admin');
