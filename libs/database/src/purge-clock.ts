import type pg from 'pg';
import { query, statement } from './statement.js';

/** The time of the database, and whether rows that are expired by it may be deleted. */
export interface PurgeTime {
  now: Date;
  mayPurge: boolean;
}

/** Why nothing is purged, although everything else goes on. */
export interface PurgePause {
  /** `clock_skew`: this process and the database differ. `clock_jump`: the time of the database has jumped ahead. */
  reason: 'clock_skew' | 'clock_jump';
  /** When purging resumes unless the clock is set back (ISO 8601); null for as long as the clocks differ. */
  resumes_at: string | null;
}

export interface PurgeClock {
  /** Reads the time of the database, and stores that it has been observed. */
  read(): Promise<PurgeTime>;
  /** Returns the pause that the last reading found. */
  pause(): PurgePause | undefined;
}

/** The largest difference between the clocks of this process and the database (ms). */
const maxSkewMs = 60_000;

/**
 * Stores that the time has been observed. A jump of more than a day since the last observation pauses purging for a day,
 * in which somebody can set the clock right. The same happens after a stop of more than a day, where it does no harm.
 */
const observeTime = statement<{ now: Date; resumes: Date | null }>(
  'purge_clock.observe',
  `UPDATE purge_clock SET
    resumes = CASE
      WHEN clock_timestamp() - observed > interval '1 day' THEN clock_timestamp() + interval '1 day'
      WHEN resumes BETWEEN clock_timestamp() AND clock_timestamp() + interval '1 day' THEN resumes
    END,
    observed = clock_timestamp()
  WHERE singleton RETURNING observed AS now, resumes`,
);

interface Log {
  warn(members: { reason?: string }, message: string): void;
}

/**
 * Creates the clock by which old rows are deleted: that of the database, because a process whose clock is ahead would
 * delete rows that nobody can restore. It needs the table `purge_clock` in the schema of the pool.
 */
export function createPurgeClock(pool: pg.Pool, log: Log): PurgeClock {
  let pause: PurgePause | undefined;
  return {
    pause: () => pause,
    async read() {
      const sentAt = Date.now();
      const [{ now, resumes }] = (await query(pool, observeTime, [])) as [
        { now: Date; resumes: Date | null },
      ];
      const isOff = now.getTime() < sentAt - maxSkewMs || now.getTime() > Date.now() + maxSkewMs;
      const found: PurgePause | undefined = isOff
        ? { reason: 'clock_skew', resumes_at: null }
        : resumes
          ? { reason: 'clock_jump', resumes_at: resumes.toISOString() }
          : undefined;
      if (found && found.reason !== pause?.reason) {
        log.warn({ reason: found.reason }, 'purging paused: a clock is wrong');
      } else if (!found && pause) {
        log.warn({}, 'purging resumed');
      }
      pause = found;
      return { now, mayPurge: !pause };
    },
  };
}
