import type { RedisClient } from '../connect-redis.js';
import type { ShardCounts } from './marks.js';

const defaultTimes = {
  /** How often a process renews its claim and reads the counts (ms). */
  refreshMs: 3_000,
  /** Lifetime of a claim that is not renewed (ms). */
  claimMs: 15_000,
  /** Time from a change until it applies to new jobs: by then all processes serve the shards (ms). */
  settleMs: 10_000,
  /** Time from a change until no process adds jobs by the previous count (ms). */
  retireMs: 60_000,
};

/** Defines `now`, the time of the server (milliseconds since the epoch). */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Registers a claim; the highest claim applies. KEYS: claims, counts. ARGV: node, its claim or 0, lifetime of the claim
 * and duration of a change (ms), queues that the node uses. Returns the count for new jobs, the highest count that they
 * may soon have, and the numbers of served shards by queue.
 */
const claimShards = `
${now}
local claims, counts, node, claim = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
if claim > 0 then redis.call('ZADD', claims, now + ARGV[3], claim .. ' ' .. node) end
local claimed = 1
for _, member in ipairs(redis.call('ZRANGE', claims, now, '+inf', 'BYSCORE')) do
  claimed = math.max(claimed, tonumber(string.match(member, '^%d+')))
end

local known = {}
local all = redis.call('HGETALL', counts)
for n = 1, #all, 2 do known[all[n]] = tonumber(all[n + 1]) or all[n + 1] end
local current = claimed
if known.claimed then
  current = now - known.since < tonumber(ARGV[4]) and known.before or known.claimed
end
if claim > 0 and known.claimed ~= claimed then
  redis.call('ZREMRANGEBYSCORE', claims, 0, now)
  redis.call('HSET', counts, 'claimed', claimed, 'before', current, 'since', now)
end

local highest = math.max(current, claimed)
for n = 5, #ARGV do
  local field = 'served ' .. ARGV[n]
  if (known[field] or 1) < highest then
    redis.call('HSET', counts, field, highest)
    known[field] = highest
  end
end
local answer = {current, highest}
for field, value in pairs(known) do
  local queue = string.match(field, '^served (.+)')
  if queue then
    answer[#answer + 1] = queue
    answer[#answer + 1] = value
  end
end
return answer`;

/** KEYS: counts. ARGV: queue, its new number of served shards, required time without a change (ms). */
const retireShards = `
${now}
local known = redis.call('HMGET', KEYS[1], 'claimed', 'since')
local isValid = known[1] and tonumber(known[1]) <= tonumber(ARGV[2])
if isValid and now - known[2] >= tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[1], 'served ' .. ARGV[1], ARGV[2])
end`;

interface Scripts {
  claimShards(...parts: (string | number)[]): Promise<(string | number)[]>;
  retireShards(...parts: (string | number)[]): Promise<unknown>;
}

interface FollowOptions {
  client: RedisClient;
  /** Prefix of the keys. */
  namespace: string;
  nodeId: string;
  /** Number of shards that this process is configured with; without it, the process only follows. */
  claim: number | undefined;
  times?: typeof defaultTimes;
}

/**
 * Follows the count of all processes: the highest one that any of them is configured with. During a rolling update, a
 * higher count applies from the first new process on, a lower one after the last old process.
 */
export async function followShardCounts(options: FollowOptions): Promise<ShardCounts> {
  const { client, namespace, nodeId, claim = 0, times = defaultTimes } = options;
  client.defineCommand('claimShards', { numberOfKeys: 2, lua: claimShards });
  client.defineCommand('retireShards', { numberOfKeys: 1, lua: retireShards });
  const scripts = client as RedisClient & Scripts;
  const claims = `{${namespace}:shards}:claims`;
  const counts = `{${namespace}:shards}:counts`;
  const listeners: (() => void)[] = [];
  const served = new Map<string, number>();
  const used = new Set<string>();
  let [current, highest] = [1, 1];

  async function refresh(): Promise<void> {
    const { claimMs, settleMs } = times;
    const answer = await scripts.claimShards(
      claims,
      counts,
      nodeId,
      claim,
      claimMs,
      settleMs,
      ...used,
    );
    [current, highest] = [Number(answer[0]), Number(answer[1])];
    for (let at = 2; at < answer.length; at += 2) {
      served.set(String(answer[at]), Number(answer[at + 1]));
    }
    for (const listener of listeners) listener();
  }

  await refresh();
  // While the server does not answer, the last counts apply.
  const timer = setInterval(() => void refresh().catch(() => undefined), times.refreshMs).unref();
  return {
    current: () => current,
    served: (queue) => Math.max(used.has(queue) ? highest : 1, served.get(queue) ?? 1),
    use: (queue) => void used.add(queue),
    onRefresh: (listener) => void listeners.push(listener),
    async retire(queue, count) {
      await scripts.retireShards(counts, queue, count, times.retireMs);
    },
    async close() {
      clearInterval(timer);
      if (claim > 0) await client.zrem(claims, `${claim} ${nodeId}`).catch(() => undefined);
    },
  };
}
