import type { RedisClient } from '../connect-redis.js';
import { parseCounts } from '../shards/marks.js';
import { firstDueAt, type ClaimedJob, type ClaimOptions, type JobClaims } from './job-claims.js';

/*
 * The scripts maintain BullMQ's data as its own `moveToActive` and `moveToDelayed` do, so that the rest of BullMQ
 * works on the same jobs: adding, promoting and removing them, renewing locks and recovering stalled jobs. They
 * leave out rate limits and the event stream, which nobody reads, and add the field `due`, since BullMQ forgets when
 * a job was due once its time has come.
 */

/** KEYS: prefix of the queue. ARGV: token, now, duration of the locks (ms), limit. */
const claimJobs = `
local prefix, token, now, limit = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4])
local wait, active, delayed = prefix .. 'wait', prefix .. 'active', prefix .. 'delayed'
local prioritized, marker = prefix .. 'prioritized', prefix .. 'marker'

local meta = redis.call('HMGET', prefix .. 'meta', 'paused', 'shards')
if meta[1] then return {'0', meta[2] or ''} end

-- Jobs that are due queue behind those that wait already.
local due = redis.call('ZRANGEBYSCORE', delayed, 0, (now + 1) * 0x1000 - 1, 'LIMIT', 0, 1000)
if #due > 0 then
  redis.call('ZREM', delayed, unpack(due))
  local waiting = {}
  for _, id in ipairs(due) do
    local priority = tonumber(redis.call('HGET', prefix .. id, 'priority')) or 0
    if priority == 0 then
      waiting[#waiting + 1] = id
    else
      local count = redis.call('INCR', prefix .. 'pc')
      redis.call('ZADD', prioritized, priority * 0x100000000 + count % 0x100000000, id)
    end
  end
  if #waiting > 0 then redis.call('LPUSH', wait, unpack(waiting)) end
end

-- The list ends with its oldest entry.
local ids = {}
local oldest = redis.call('LRANGE', wait, -limit, -1)
for n = #oldest, 1, -1 do ids[#ids + 1] = oldest[n] end
if #ids > 0 then redis.call('LTRIM', wait, 0, -#ids - 1) end
if #ids < limit then
  local popped = redis.call('ZPOPMIN', prioritized, limit - #ids)
  for n = 1, #popped, 2 do ids[#ids + 1] = popped[n] end
end

local claimed = {'0', meta[2] or ''}
local started = {}
for _, id in ipairs(ids) do
  local job = prefix .. id
  local known = redis.call('HMGET', job, 'data', 'stc', 'priority', 'ats', 'due', 'timestamp', 'opts')
  if known[1] then
    started[#started + 1] = id
    redis.call('SET', job .. ':lock', token, 'PX', ARGV[3])
    redis.call('HSET', job, 'processedOn', ARGV[2], 'ats', (known[4] or 0) + 1)
    local due = known[5] and {known[5], ''} or {known[6], known[7]}
    for _, value in ipairs({id, known[1], known[2] or '0', known[3] or '0', unpack(due)}) do
      claimed[#claimed + 1] = value
    end
  end
end
if #started > 0 then redis.call('LPUSH', active, unpack(started)) end

-- A marker wakes another worker: at once, or when the next job is due.
if #ids == limit then
  redis.call('ZADD', marker, 0, '0')
  claimed[1] = ARGV[2]
else
  local score = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
  if score then
    claimed[1] = string.format('%.0f', math.floor(score / 0x1000))
    redis.call('ZADD', marker, claimed[1], '1')
  end
end
return claimed`;

/** Number of values that describe a job in the answer of `claimJobs`, and of those that precede all jobs. */
const valuesPerJob = 6;
const valuesBefore = 2;

/** KEYS: prefix of the queue. ARGV: id, token, delay (ms) and due time of each job. Returns the ids whose lock was lost. */
const delayJobs = `
local prefix = KEYS[1]
local active, delayed = prefix .. 'active', prefix .. 'delayed'
local lost, released, scores = {}, {}, {}
for n = 1, #ARGV, 4 do
  local id, token, delay, dueAt = ARGV[n], ARGV[n + 1], ARGV[n + 2], ARGV[n + 3]
  local job = prefix .. id
  local isHeld = redis.call('GET', job .. ':lock') == token
  if isHeld then redis.call('DEL', job .. ':lock') end
  local known = isHeld and redis.call('LREM', active, -1, id) == 1
    and redis.call('HMGET', job, 'timestamp', 'again')
  if known and known[1] then
    if known[2] then
      redis.call('HDEL', job, 'again')
      delay, dueAt = '0', string.format('%.0f', dueAt - delay)
    end
    redis.call('HSET', job, 'delay', delay, 'priority', 0, 'due', dueAt)
    released[#released + 1] = id
    scores[#scores + 1] = string.format('%.0f', dueAt * 0x1000)
    scores[#scores + 1] = id
  else
    lost[#lost + 1] = id
  end
end
if #released > 0 then
  redis.call('SREM', prefix .. 'stalled', unpack(released))
  redis.call('ZADD', delayed, unpack(scores))
  local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', prefix .. 'marker', string.format('%.0f', math.floor(first / 0x1000)), '1')
end
return lost`;

/** KEYS: prefix of the queue. ARGV: id and token of each job. */
const removeJobs = `
local prefix = KEYS[1]
for n = 1, #ARGV, 2 do
  local id, job = ARGV[n], prefix .. ARGV[n]
  if redis.call('GET', job .. ':lock') == ARGV[n + 1] then
    redis.call('LREM', prefix .. 'active', -1, id)
    redis.call('SREM', prefix .. 'stalled', id)
    redis.call('DEL', job .. ':lock', job)
  end
end`;

/**
 * KEYS: prefix of the queue. ARGV: id and token of a job. Removes it, unless its lock was lost or it is to run again;
 * returns whether it did.
 */
const endJob = `
local claimed = KEYS[1] .. ARGV[1]
if redis.call('GET', claimed .. ':lock') ~= ARGV[2] then return 0 end
if redis.call('HEXISTS', claimed, 'again') == 1 then return 0 end
${removeJobs}
return 1`;

interface Scripts {
  claimJobs(prefix: string, ...options: (string | number)[]): Promise<string[]>;
  delayJobs(prefix: string, ...jobs: (string | number)[]): Promise<string[]>;
  removeJobs(prefix: string, ...jobs: string[]): Promise<unknown>;
  endJob(prefix: string, id: string, token: string): Promise<number>;
}

interface RedisClaimsOptions {
  /** Prefix of the keys of the queue. */
  prefix: string;
  /** How long a job may be held without renewing its lock (ms). */
  lockMs: number;
  /** Opens a connection for blocking commands. */
  openBlocking: () => RedisClient;
}

/** Length of one wait for a job (s). */
const waitSeconds = 5;

/** Creates claims on the jobs of a queue in Redis. */
export function redisClaims(
  connection: RedisClient,
  { prefix, lockMs, openBlocking }: RedisClaimsOptions,
): JobClaims {
  const marker = `${prefix}marker`;
  const scripts = withScripts(connection);
  let blocking: (RedisClient & Scripts) | undefined;
  const wake = () => connection.zadd(marker, 0, '0');
  const claimOn = (client: Scripts, { token, limit }: ClaimOptions) =>
    client.claimJobs(prefix, token, Date.now(), lockMs, limit);
  return {
    async claim(options) {
      const claimed = await claimOn(scripts, options);
      const jobs = toJobs(claimed, options.token);
      return { jobs, nextAt: Number(claimed[0]), shardCounts: parseCounts(claimed[1]!) };
    },
    async claimNext(options) {
      if (!blocking) {
        blocking = withScripts(openBlocking());
        // A killed worker may have left jobs whose marker it had popped.
        await wake();
      }
      // Redis runs the second command as soon as the first one ends, without another round trip.
      const marked = blocking.bzpopmin(marker, waitSeconds);
      // Jobs that were claimed are worked on, no matter how the wait ended.
      marked.catch(() => undefined);
      const jobs = toJobs(await claimOn(blocking, options), options.token);
      if (jobs.length > 0 || !(await marked)) return jobs;
      // When a cluster redirected the commands, the second may have run before the first.
      return toJobs(await claimOn(scripts, options), options.token);
    },
    wake,
    delay(jobs) {
      const now = Date.now();
      const values: (string | number)[] = [];
      for (const { job, dueAt } of jobs) {
        values.push(job.id, job.token, Math.max(0, dueAt - now), dueAt);
      }
      return scripts.delayJobs(prefix, ...values);
    },
    async remove(jobs) {
      await scripts.removeJobs(prefix, ...jobs.flatMap(({ id, token }) => [id, token]));
    },
    end: async ({ id, token }) => (await scripts.endJob(prefix, id, token)) === 1,
  };
}

function withScripts(client: RedisClient): RedisClient & Scripts {
  client.defineCommand('claimJobs', { numberOfKeys: 1, lua: claimJobs });
  client.defineCommand('delayJobs', { numberOfKeys: 1, lua: delayJobs });
  client.defineCommand('removeJobs', { numberOfKeys: 1, lua: removeJobs });
  client.defineCommand('endJob', { numberOfKeys: 1, lua: endJob });
  return client as RedisClient & Scripts;
}

/** Parses the jobs in the answer of `claimJobs`. */
function toJobs(claimed: string[], token: string): ClaimedJob[] {
  const jobs: ClaimedJob[] = [];
  for (let at = valuesBefore; at < claimed.length; at += valuesPerJob) {
    const data = JSON.parse(claimed[at + 1]!) as object;
    const [stalledCounter, priority] = [Number(claimed[at + 2]), Number(claimed[at + 3])];
    const [timestamp, opts] = [Number(claimed[at + 4]), claimed[at + 5]!];
    const dueAt = opts === '' ? timestamp : firstDueAt(timestamp, JSON.parse(opts) as object);
    jobs.push({ id: claimed[at]!, token, data, stalledCounter, priority, dueAt });
  }
  return jobs;
}
