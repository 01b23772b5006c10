import { Problem, type Handler } from '@trellis/contracts';
import { writeInTurn } from '../database.js';
import type { Runtime } from '../runtime.js';
import { requireApp, toApp } from './apps.js';
import { hashSecret } from './register.js';

/**
 * Replaces the secret of an app. The previous one is also accepted for a while. The caller must have all scopes of the
 * app, since the secret grants them.
 */
export const rotateApp: Handler<
  'apps.rotate',
  Pick<Runtime, 'database' | 'sealing' | 'clock'>
> = async (
  { database, sealing, clock },
  { developer, id, rotation, client_secret, overlap_seconds, scopes },
  deadline,
) => {
  const secretHash = hashSecret(String(sealing.open({ purpose: 'app-secret', id }, client_secret)));
  return writeInTurn(database, { developer, deadline }, async (tx) => {
    const app = await requireApp(tx, { developer, id });
    const missing = app.scopes.find((scope) => !scopes.includes(scope));
    if (missing !== undefined) {
      const detail = `The app has the scope ${missing}, which the access token lacks.`;
      throw new Problem('insufficient_scope', detail, { scope: missing });
    }
    const previous = app.rotation !== rotation && {
      previousSecretHash: app.secretHash,
      previousUntil: new Date(clock.now() + overlap_seconds * 1000),
    };
    // The second of two concurrent rotations changes nothing.
    const { key, secretHash: before } = app;
    const [rotated] = await tx.app.updateManyAndReturn({
      where: { key, secretHash: before },
      data: { secretHash, rotation, ...previous },
    });
    if (rotated) return toApp(rotated);
    // The same request may have been delivered twice.
    const current = await requireApp(tx, { developer, id });
    const isOurs = current.rotation === rotation && current.secretHash === secretHash;
    if (!isOurs) throw new Problem('already_exists', 'The secret is being rotated already.');
    return toApp(current);
  });
};
