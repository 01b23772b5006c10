import { statement } from '@trellis/database';
import type { ModelImport } from '../../generated/prisma/client.js';

/** The imports of a developer that have not ended, at most. */
export const maxOpen = 20;
/** The imports of a developer that have ended and are kept, at most; and how long they are kept (days). */
const retained = { imports: 100, days: 7 };

/** An import as it is shown. */
export type ImportRow = Pick<
  ModelImport,
  'id' | 'preview' | 'replace' | 'progress' | 'failures' | 'problem'
> & {
  starts: number;
  requested: Date;
  cancelled: Date | null;
  ended: Date | null;
};

const shownColumns =
  'id, preview, replace, progress, failures, problem, starts, requested, cancelled, ended';

const hasRoom = `(
  SELECT count(*) FROM model_imports WHERE developer = $1 AND ended IS NULL
) < ${maxOpen}`;

/** Returns whether a developer may have another import. $1 developer. */
export const readRoom = statement<{ hasRoom: boolean }>(
  'models.room',
  `SELECT ${hasRoom} AS "hasRoom"`,
);

/** Locks the number of imports of a developer until the end of the transaction. $1 developer. */
export const lockImports = statement(
  'models.lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('imports of models of ' || $1, 0))`,
);

/**
 * Adds an import unless it exists, or the developer has too many. $1 developer, $2 id, $3 subject or null, $4 compressed
 * text, $5 its type, $6 base, $7 match or null, $8 whether it is a preview, $9 whether it replaces.
 */
export const addImport = statement(
  'models.add',
  `INSERT INTO model_imports (developer, id, subject, text, type, base, match, preview, replace)
  SELECT $1, $2::uuid, $3::text, $4::bytea, $5, $6, $7::text, $8::boolean, $9::boolean
  WHERE ${hasRoom}
  ON CONFLICT (id) DO NOTHING`,
);

const visible = `id = $1::uuid AND developer = $2 AND ($3::text IS NULL OR subject = $3)`;

/** $1 id, $2 developer, $3 subject or null. */
export const readImportRow = statement<ImportRow>(
  'models.read',
  `SELECT ${shownColumns} FROM model_imports WHERE ${visible}`,
);

/** Cancels an import; one that has not begun ends at once. Parameters as in {@link readImportRow}. */
export const cancelImportRow = statement(
  'models.cancel',
  `UPDATE model_imports SET cancelled = now(),
    ended = CASE WHEN starts = 0 THEN now() END,
    text = CASE WHEN starts > 0 THEN text END
  WHERE ${visible} AND ended IS NULL AND cancelled IS NULL`,
);

/** An import that runs. */
export interface RunningRow {
  key: string;
  subject: string | null;
  /** Compressed (gzip). */
  text: Buffer;
  type: string;
  base: string;
  match: string | null;
  preview: boolean;
  replace: boolean;
  position: number;
  starts: number;
  progress: string | null;
  failures: string;
  cancelled: Date | null;
}

/** Starts the oldest import of a developer that has not ended. $1 developer. */
export const startOldest = statement<RunningRow>(
  'models.start',
  `UPDATE model_imports SET starts = starts + 1
  WHERE key = (
    SELECT key FROM model_imports WHERE developer = $1 AND ended IS NULL ORDER BY key LIMIT 1
  ) AND ended IS NULL
  RETURNING key, subject, text, type, base, match, preview, replace, position, starts, progress,
    failures, cancelled`,
);

/** How long a developer is idle after the last import has ended (s). */
export const idleSeconds = 10;

/** Returns whether a developer is idle: all imports have ended some time ago. $1 developer. */
export const readIdle = statement<{ isIdle: boolean }>(
  'models.idle',
  `SELECT NOT EXISTS (
    SELECT FROM model_imports WHERE developer = $1 AND ended IS NULL
  ) AND NOT EXISTS (
    SELECT FROM model_imports
    WHERE developer = $1 AND ended > now() - interval '${idleSeconds} seconds'
  ) AS "isIdle"`,
);

/** Stores the progress of an import, unless another run has continued it. $1 key, $2 position, $3 progress, $4 failures. */
export const storeProgress = statement<{ cancelled: Date | null }>(
  'models.progress',
  `UPDATE model_imports SET position = $2, progress = $3, failures = $4, starts = 1
  WHERE key = $1 AND position = $2 - 1 AND ended IS NULL RETURNING cancelled`,
);

/**
 * Ends an import, deletes the oldest ones that have ended beyond those that are kept, and returns whether the developer has
 * others that have not ended. $1 key, $2 developer, $3 the problem or null, $4 whether it was cancelled before its end.
 */
export const endImport = statement<{ isMore: boolean }>(
  'models.end',
  `WITH ended AS (
    UPDATE model_imports SET ended = now(), text = NULL, problem = $3::text,
      cancelled = CASE WHEN $4 THEN cancelled END
    WHERE key = $1 AND ended IS NULL
  ), deleted AS (
    DELETE FROM model_imports WHERE key IN (
      SELECT key FROM model_imports WHERE developer = $2 AND ended IS NOT NULL
      ORDER BY key DESC OFFSET ${retained.imports - 1}
    )
  )
  SELECT EXISTS (
    SELECT FROM model_imports WHERE developer = $2 AND ended IS NULL AND key <> $1
  ) AS "isMore"`,
);

/** Reads the developers whose imports have not ended. */
export const readImporters = statement<{ developer: string }>(
  'models.importers',
  'SELECT DISTINCT developer FROM model_imports WHERE ended IS NULL',
);

/** Deletes imports that have ended long ago. $1 now, $2 how many at most. */
export const purgeOldImports = statement<{ key: string }>(
  'models.purge',
  `DELETE FROM model_imports WHERE key IN (
    SELECT key FROM model_imports
    WHERE ended < $1::timestamptz - interval '${retained.days} days'
    ORDER BY ended LIMIT $2
  ) RETURNING key`,
);
