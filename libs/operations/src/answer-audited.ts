import { Problem, type AuditEntry } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import { withTimeout } from '@trellis/platform/concurrency';
import type { Answer } from './answer.js';
import { toEntry, type AuditedOperation } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import type { Exchange } from './exchange.js';
import { toLogged } from './log-requests.js';
import type { Operation } from './operation.js';

/** Returns whether a request is a preview, which changes nothing. */
export const isPreview = ({ input }: Operation, { sentQuery }: Exchange): boolean =>
  input?.query?.shape.dry_run !== undefined && sentQuery.dry_run === 'true';

/**
 * Leaves one entry in the audit log for a request. A success waits until its entry is safe, and fails if it cannot be.
 * A failure (5xx) does not wait: the log may be what has failed. An entry that `change` has stored is not stored again.
 */
export async function answerAudited(
  row: AuditedOperation,
  exchange: Exchange,
  { audit, log }: { audit: AuditLog; log: Logger },
  next: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await next(exchange);
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    const entry = toEntry(row, exchange, { code });
    if (!entry) throw error;
    if (entry.status! >= 500) audit.recordInBackground(entry);
    else {
      await recordInTime(audit, entry, exchange).catch((err: unknown) => {
        log.warn({ req: toLogged(exchange), err }, 'recording a refusal failed');
      });
    }
    throw error;
  }
  if (exchange.isEntryStored) return answer;
  const entry = toEntry(row, exchange, { answer });
  if (entry) await recordInTime(audit, entry, exchange).catch(refuse);
  return answer;
}

/** How long an answer waits for its entry: enough for the call, and for the durable job if that fails (ms). */
const recordMs = 3_000;

/** How long an answer waits that has less time left (ms): shorter than the time that its calls leave. */
const minRecordMs = 600;

/**
 * Records an entry; rejects when that takes too long, as in queues that hang. A request that has waited for long
 * leaves its entry in a durable job: the service that stores entries may be the slow one.
 */
function recordInTime(
  audit: AuditLog,
  entry: AuditEntry,
  { deadline }: Pick<Exchange, 'deadline'>,
): Promise<void> {
  const remainingMs = deadline.remainingMs();
  return remainingMs >= recordMs
    ? withTimeout(audit.record(entry), recordMs)
    : withTimeout(audit.recordLater(entry), Math.max(minRecordMs, remainingMs));
}

function refuse(): never {
  throw new Problem(
    'unavailable',
    'The audit log is not available. The request may have been carried out.',
  );
}
