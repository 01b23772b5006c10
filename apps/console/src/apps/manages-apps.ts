import type { Session } from '../session/session.js';

/** Tells whether the user may manage apps. With an external issuer, apps are managed there. */
export const managesApps = ({ app, scopes }: Pick<Session, 'app' | 'scopes'>): boolean =>
  app !== undefined && scopes.includes('svc.apps.admin');
