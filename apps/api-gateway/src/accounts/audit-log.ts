import type { AuditEntry } from '@trellis/contracts';
import type { JobQueue, Tracer } from '@trellis/messaging';
import type { AuditLog } from '@trellis/operations';
import { createBatcher } from '@trellis/platform/concurrency';
import type { Services } from '../operation.js';

/** The audit log in units-service, with a durable job while that does not store entries. */
export interface GatewayAuditLog extends AuditLog {
  flush(): Promise<void>;
}

interface Needs extends Pick<Services, 'units'> {
  later: Pick<JobQueue<{ entries: AuditEntry[] }>, 'add'>;
  /** Called with the error of an entry of the background that was not recorded. */
  onError: (error: unknown) => void;
  tracer?: Tracer | undefined;
}

/** One call at a time; entries that arrive meanwhile share the next one. */
const limits = {
  maxInFlight: 1,
  slowAfterMs: 100,
  maxSlow: 7,
  maxItems: 500,
  maxBytes: 256 * 1024,
  sizeOf: ({ resource }: AuditEntry) => 500 + 40 * resource.ids.length,
  ownerOf: ({ developer }: AuditEntry) => developer,
};

export function createAuditLog({ units, later, onError, tracer }: Needs): GatewayAuditLog {
  const pending = new Set<Promise<void>>();
  const record = createBatcher<AuditEntry, undefined>(
    async (entries) => {
      // The id of the first entry makes the job unique; an entry that both store is stored once.
      await units('audit.record', { entries }).catch(() => later.add(entries[0]!.id, { entries }));
      return [];
    },
    { ...limits, tracer },
  );
  return {
    record,
    recordLater: (entry) => later.add(entry.id, { entries: [entry] }),
    recordInBackground(entry) {
      const recorded = record(entry)
        .catch(onError)
        .finally(() => pending.delete(recorded));
      pending.add(recorded);
    },
    async flush() {
      await Promise.all(pending);
    },
  };
}
