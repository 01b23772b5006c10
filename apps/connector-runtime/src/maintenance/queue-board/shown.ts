/** Members of job data that are ids or flags. */
const harmless = new Set([
  'client',
  'interaction',
  'delivery',
  'subscription',
  'group',
  'job',
  'isUnfinished',
]);

interface Envelope {
  id: string;
  call: string;
}

/**
 * Reduces the data of a job to what operators may see: ids, the names of calls, and the number of audit log entries.
 * Data of developers is hidden, even if it is encrypted.
 */
export function shownData(data: unknown): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((data ?? {}) as object) as [string, unknown][]) {
    if (harmless.has(name)) shown[name] = value;
    else if (name === 'calls') shown[name] = namesOfCalls(value);
    else shown[name] = Array.isArray(value) ? `${value.length} not shown` : 'not shown';
  }
  return shown;
}

function namesOfCalls(calls: unknown): unknown {
  try {
    return (JSON.parse(String(calls)) as Envelope[]).map(({ id, call }) => ({ id, call }));
  } catch {
    return 'not shown';
  }
}
