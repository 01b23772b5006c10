import type { Queries } from '../database.js';

/** Makes a subject known to an account; once is enough. */
export async function registerSubject(
  db: Queries,
  { developer, subject }: { developer: string; subject: string },
): Promise<void> {
  await db.subject.createMany({ data: [{ developer, id: subject }], skipDuplicates: true });
}
