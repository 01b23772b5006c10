import type { Trellis } from '@trellis/client';
import type { AuditConditions } from '../api/account.js';

/** Downloads the entries as a file, one per line. */
export async function exportAudit(trellis: Trellis, conditions: AuditConditions): Promise<void> {
  const query = new URLSearchParams(conditions as Record<string, string>);
  const response = await trellis.fetch(`/audit/export?${query}`, { timeoutMs: 600_000 });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'trellis-audit.ndjson';
  link.click();
  URL.revokeObjectURL(link.href);
}
