import type { Exchange, Sender } from '../traffic/requests.js';
import { readPages } from './read.js';

interface ShownEntry {
  request_id: string;
  operation: string;
  status: number;
}

/** How far the clock of the gateway may have been off (ms). */
const maxClockOffsetMs = 120_000;

/**
 * Where the audit log differs from what requests were answered: every accepted change has one entry, and
 * no request has two, or one that says something that cannot be so.
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
 * Whether the log may have an entry with one status, or none, for a request that was answered another. A
 * refusal may be missing. A change that was stored, but whose answer failed or came too late (5xx), has the
 * entry that was stored with it.
 */
const mayBeAudited = (answered: number, audited: number | undefined): boolean =>
  answered === audited ||
  (answered >= 400 && audited === undefined) ||
  (answered >= 500 && audited! < 300);

type Answered = Exchange & { status: number; requestId: string };

const isChange = (exchange: Exchange): exchange is Answered =>
  exchange.method !== 'GET' && exchange.status !== undefined && exchange.requestId !== undefined;
