import { Problem, type AuditEntry } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import type { Request, Response } from 'express';
import { answerRequest, type AnswerOptions } from './answer-request.js';
import type { Answer } from './answer.js';
import { toLogged } from './log-requests.js';
import type { Operation } from './operation.js';
import type { Route } from './routes.js';
import type { AuditLog } from './audit-log.js';
import { isAudited, toEntry, type Trail } from './audit-entry.js';

/** A preview changes nothing. */
const isPreview = ({ query: taken }: Operation, { query }: Pick<Route, 'query'>): boolean =>
  taken?.shape.dry_run !== undefined && query.dry_run === 'true';

/**
 * Has an operation answer a request, which leaves one entry in the audit log if the operation changes
 * something. A success waits until its entry is safe, and fails if it cannot be. A failure (5xx) does not
 * wait: the log may be what has failed. What `change` has stored is not stored again.
 */
export async function answerAudited(
  row: Operation,
  route: Route,
  exchange: { request: Request; response: Response },
  { audit, ...options }: AnswerOptions & { audit: AuditLog },
): Promise<Answer> {
  const trail: Trail = {};
  const answering = answerRequest(row, route, { ...exchange, trail }, options);
  if (!isAudited(row) || isPreview(row, route)) return answering;
  const { request } = exchange;
  let answer: Answer;
  try {
    answer = await answering;
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    const entry = toEntry(row, route, request, trail, { code });
    if (!entry) throw error;
    if (entry.status! >= 500) audit.recordInBackground(entry);
    else {
      await recordInTime(audit, entry, trail).catch((err: unknown) => {
        options.log.warn({ req: toLogged(request), err }, 'recording a refusal failed');
      });
    }
    throw error;
  }
  if (trail.isStored) return answer;
  const entry = toEntry(row, route, request, trail, { answer });
  if (entry) await recordInTime(audit, entry, trail).catch(refuse);
  return answer;
}

/** How long an answer waits for its entry: enough for the call, and for the durable job if that fails (ms). */
const recordMs = 3_000;

/** How long one waits that has less time left, or none (ms): shorter than what the calls leave. */
const minRecordMs = 600;

/**
 * Records an entry; rejects when that takes too long, as in queues that hang. A request that has waited for
 * long already leaves its entry in a durable job: what it has waited for may be what stores entries.
 */
function recordInTime(audit: AuditLog, entry: AuditEntry, { deadline }: Trail): Promise<void> {
  const remainingMs = deadline?.remainingMs() ?? recordMs;
  return remainingMs >= recordMs
    ? withTimeout(audit.record(entry), recordMs)
    : withTimeout(audit.recordLater(entry), Math.max(minRecordMs, remainingMs));
}

function refuse(): never {
  throw new Problem(
    'unavailable',
    'The audit log is not available. What was requested may have been done.',
  );
}
