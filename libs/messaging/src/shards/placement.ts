import { crc32 } from 'node:zlib';

/** The slots of a Redis Cluster. */
const slotCount = 16_384;

/** How far the slot of a shard may be from where it is wanted. */
const slotTolerance = 128;

/** The shard to which an id belongs, of so many. */
export const shardOf = (id: string, count: number): number => (count === 1 ? 0 : crc32(id) % count);

/** The shard in which an id is when each of these numbers of shards is valid; none while they disagree. */
export function agreedShardOf(id: string, counts: readonly number[]): number | undefined {
  const shard = shardOf(id, counts[0]!);
  return counts.every((count) => shardOf(id, count) === shard) ? shard : undefined;
}

/**
 * A prefix of keys with a hash tag, so that all keys of a shard are in one slot. The slots of the shards of a
 * queue are far apart, whatever their number: the masters of a cluster have ranges of slots, and each is to
 * have as many shards as the others.
 */
export function taggedPrefix(namespace: string, queue: string, shard: number): string {
  const position = (crc32(queue) / 2 ** 32 + spread(shard)) % 1;
  const wanted = slotTolerance + position * (slotCount - 2 * slotTolerance);
  for (let attempt = 0; ; attempt += 1) {
    const tag = `${namespace}:${queue}:${shard}.${attempt}`;
    if (Math.abs(slotOf(tag) - wanted) < slotTolerance) return `{${tag}}`;
  }
}

/** 0, 1/2, 1/4, 3/4, 1/8, …: each as far from the others as can be (the van der Corput sequence). */
function spread(index: number): number {
  let position = 0;
  for (let [rest, share] = [index, 0.5]; rest > 0; rest >>= 1, share /= 2) {
    position += (rest & 1) * share;
  }
  return position;
}

/** The slot of a key, by its hash tag: CRC16 (XMODEM), as the specification of Redis Cluster says. */
export function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
    crc &= 0xffff;
  }
  return crc % slotCount;
}
