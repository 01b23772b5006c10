import type { Page, Technology } from '../api.js';
import type { Opened } from './session.js';

export type View =
  | { screen: 'choice' }
  | { screen: 'form'; technology: Technology }
  | { screen: 'connection'; client: string; message?: string | undefined }
  | { screen: 'change'; client: string; technology: Technology }
  | { screen: 'done' }
  | { screen: 'expired' }
  | { screen: 'failed'; error: unknown };

/** Returns the first screen: a client, the form of the only technology, or the choice of technologies. */
export function firstView({ client, technologies, clients }: Page, { returned }: Opened): View {
  if (returned) return { screen: 'connection', client: returned.client };
  if (client !== undefined) return { screen: 'connection', client };
  const [only, ...others] = technologies.filter(({ offered }) => offered);
  if (only && others.length === 0 && clients.length === 0) {
    return { screen: 'form', technology: only };
  }
  return { screen: 'choice' };
}
