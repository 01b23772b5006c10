import type { Exchange, Sender } from '../traffic/requests.js';
import { readPages } from './read.js';

interface ShownEntry {
  request_id: string;
  operation: string;
  status: number;
}

/** Largest error of the gateway's clock (ms). */
const maxClockOffsetMs = 120_000;

/**
 * Compares the audit log with the answers: every accepted change has one entry, and no request has two entries or one
 * that contradicts its answer.
 */
export async function findMisaudited(sender: Sender, since: number): Promise<string[]> {
  const from = new Date(since - maxClockOffsetMs).toISOString();
  const entries = await readPages<ShownEntry>(sender, `/audit?from=${from}`);
  const statuses = new Map<string, number>();
  const found: string[] = [];
  for (const { request_id: id, operation, status } of entries) {
    if (statuses.has(id)) found.push(`${operation} is in the audit log twice: ${id}`);
    statuses.set(id, status);
  }
  for (const exchange of sender.exchanges.filter(isChange)) {
    const { method, path, status, requestId } = exchange;
    const audited = statuses.get(requestId);
    if (mayBeAudited(status, audited)) continue;
    found.push(
      `${method} ${path} was answered ${status}, but is ${audited} in the audit log: ${requestId}`,
    );
  }
  return found;
}

/**
 * Whether an entry, or its absence, is consistent with an answer. The entry of a refusal may be missing. A change that
 * was stored before its answer failed or came too late (5xx) has the entry of a success.
 */
const mayBeAudited = (answered: number, audited: number | undefined): boolean =>
  answered === audited ||
  (answered >= 400 && audited === undefined) ||
  (answered >= 500 && audited! < 300);

type Answered = Exchange & { status: number; requestId: string };

const isChange = (exchange: Exchange): exchange is Answered =>
  exchange.method !== 'GET' && exchange.status !== undefined && exchange.requestId !== undefined;
