import type { Queries } from '../database/open.js';

/** Adds a subject to an account unless it is there already. */
export async function ensureSubject(
  db: Queries,
  { developer, subject }: { developer: string; subject: string },
): Promise<void> {
  await db.subject.createMany({ data: [{ developer, id: subject }], skipDuplicates: true });
}
