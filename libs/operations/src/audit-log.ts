import type { AuditEntry } from '@trellis/contracts';

/** Stores the entries of the audit log. */
export interface AuditLog {
  /**
   * Resolves when the entry is stored, or in a durable job while it cannot be; rejects when the queues are
   * unavailable, too.
   */
  record(entry: AuditEntry): Promise<void>;
  /** Resolves when the entry is in a durable job. */
  recordLater(entry: AuditEntry): Promise<void>;
  /** Records an entry for which no answer waits. */
  recordInBackground(entry: AuditEntry): void;
}
