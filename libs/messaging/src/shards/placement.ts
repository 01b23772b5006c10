import { crc32 } from 'node:zlib';

/** Number of slots of a Redis Cluster. */
const slotCount = 16_384;

/** Largest distance of the slot of a shard from the wanted slot. */
const slotTolerance = 128;

/** Returns the shard of an id among `count` shards. */
export const shardOf = (id: string, count: number): number => (count === 1 ? 0 : crc32(id) % count);

/** Returns the shard of an id on which all numbers of shards agree; undefined if they disagree. */
export function agreedShardOf(id: string, counts: readonly number[]): number | undefined {
  const shard = shardOf(id, counts[0]!);
  return counts.every((count) => shardOf(id, count) === shard) ? shard : undefined;
}

/**
 * Returns a key prefix with a hash tag, so that all keys of a shard are in one slot. The slots of the shards of a queue
 * are far apart for any number of them: each master of a cluster owns ranges of slots, and should get as many shards as
 * the others.
 */
export function taggedPrefix(namespace: string, queue: string, shard: number): string {
  const position = (crc32(queue) / 2 ** 32 + spread(shard)) % 1;
  const wanted = slotTolerance + position * (slotCount - 2 * slotTolerance);
  for (let attempt = 0; ; attempt += 1) {
    const tag = `${namespace}:${queue}:${shard}.${attempt}`;
    if (Math.abs(slotOf(tag) - wanted) < slotTolerance) return `{${tag}}`;
  }
}

/** Returns 0, 1/2, 1/4, 3/4, 1/8, …, each as far from the others as possible (van der Corput sequence). */
function spread(index: number): number {
  let position = 0;
  for (let [rest, share] = [index, 0.5]; rest > 0; rest >>= 1, share /= 2) {
    position += (rest & 1) * share;
  }
  return position;
}

/** Returns the slot of a hash tag: CRC16 (XMODEM), as in the specification of Redis Cluster. */
export function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
    crc &= 0xffff;
  }
  return crc % slotCount;
}
