import type { DeliveryFilter } from '@trellis/contracts';

/** The most deliveries that one page examines, some 10 ms of work. */
const maxScanned = 10_000;

/** The same for pages that search texts, each of up to 80 KiB. */
const maxSearched = 1_000;

/** The range of keys in which deliveries are scanned, and the most that are found. */
interface Range {
  webhookKey: bigint | string;
  after: bigint | string;
  before: bigint | string;
  take: number;
}

/** Returns how many deliveries a page examines at most. Without conditions these are the ones that it shows. */
export function scanOf(
  { status: _status, from: _from, to: _to, ...conditions }: DeliveryFilter,
  { take }: Pick<Range, 'take'>,
): number {
  if (conditions.search !== undefined) return maxSearched;
  const isFiltered = Object.values(conditions).some((condition) => condition !== undefined);
  return isFiltered ? maxScanned : take;
}

/** Returns the parameters of `listDeliveries` and `redeliverMatching`. */
export function scanValues(
  filter: DeliveryFilter,
  { webhookKey, after, before, take }: Range,
): unknown[] {
  const { status, from, to, type, thing, response_status, error, search } = filter;
  const [least, greatest] = statusRange(response_status);
  return [
    String(webhookKey),
    String(after),
    String(before),
    instant(from),
    instant(to),
    status ?? null,
    scanOf(filter, { take }),
    type ?? null,
    thing ?? null,
    least,
    greatest,
    response_status === 'none',
    error ?? null,
    search ?? null,
    take,
  ];
}

const instant = (time: number | undefined) => (time === undefined ? null : new Date(time));

/** Returns the least and the greatest status of a condition such as `404` or `5xx`. */
function statusRange(condition: string | undefined): [number | null, number | null] {
  if (condition === undefined || condition === 'none') return [null, null];
  if (!condition.endsWith('xx')) return [Number(condition), Number(condition)];
  const first = Number(condition[0]) * 100;
  return [first, first + 99];
}
