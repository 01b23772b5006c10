import { parseCounts } from '../shards/marks.js';
import type { RedisClient } from '../connect-redis.js';
import { firstDueAt, type HeldJob, type JobSets, type TakeOptions } from './job-sets.js';

/*
 * The scripts keep the data of BullMQ 6 as its own `moveToActive` and `moveToDelayed` do, so that all else of
 * it works on the same jobs: adding, promoting and removing them, renewing locks and recovering stalled jobs.
 * They leave out rate limits and the stream of events, which no schedule has a use for, and add the field `due`,
 * since BullMQ forgets when a job was due once its time has come.
 */

/** KEYS: prefix of the queue. ARGV: token, now, duration of the locks (ms), limit. */
const takeJobs = `
local prefix, token, now, limit = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4])
local wait, active, delayed = prefix .. 'wait', prefix .. 'active', prefix .. 'delayed'
local prioritized, marker = prefix .. 'prioritized', prefix .. 'marker'

local meta = redis.call('HMGET', prefix .. 'meta', 'paused', 'shards')
if meta[1] then return {'0', meta[2] or ''} end

-- The jobs that are due line up behind those that wait already.
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

local taken = {'0', meta[2] or ''}
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
      taken[#taken + 1] = value
    end
  end
end
if #started > 0 then redis.call('LPUSH', active, unpack(started)) end

-- A marker wakes another worker: at once, or when the next job is due.
if #ids == limit then
  redis.call('ZADD', marker, 0, '0')
  taken[1] = ARGV[2]
else
  local score = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
  if score then
    taken[1] = string.format('%.0f', math.floor(score / 0x1000))
    redis.call('ZADD', marker, taken[1], '1')
  end
end
return taken`;

/** How many texts of the answer of `takeJobs` describe a job; two precede all jobs. */
const partsOfJob = 6;
const partsBefore = 2;

/** KEYS: a job. Marks it, so that `putOffJobs` has it due at once. */
export const runAgain = `
if redis.call('EXISTS', KEYS[1] .. ':lock') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'again', '1')
return 1`;

/** KEYS: prefix of the queue. ARGV: of each job its id, token, delay (ms) and when it is due. */
const putOffJobs = `
local prefix = KEYS[1]
local active, delayed = prefix .. 'active', prefix .. 'delayed'
local lost, put, scores = {}, {}, {}
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
    put[#put + 1] = id
    scores[#scores + 1] = string.format('%.0f', dueAt * 0x1000)
    scores[#scores + 1] = id
  else
    lost[#lost + 1] = id
  end
end
if #put > 0 then
  redis.call('SREM', prefix .. 'stalled', unpack(put))
  redis.call('ZADD', delayed, unpack(scores))
  local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', prefix .. 'marker', string.format('%.0f', math.floor(first / 0x1000)), '1')
end
return lost`;

/** KEYS: prefix of the queue. ARGV: of each job its id and token. */
const dropJobs = `
local prefix = KEYS[1]
for n = 1, #ARGV, 2 do
  local id, job = ARGV[n], prefix .. ARGV[n]
  if redis.call('GET', job .. ':lock') == ARGV[n + 1] then
    redis.call('LREM', prefix .. 'active', -1, id)
    redis.call('SREM', prefix .. 'stalled', id)
    redis.call('DEL', job .. ':lock', job)
  end
end`;

interface Scripts {
  takeJobs(prefix: string, ...options: (string | number)[]): Promise<string[]>;
  putOffJobs(prefix: string, ...jobs: (string | number)[]): Promise<string[]>;
  dropJobs(prefix: string, ...jobs: string[]): Promise<unknown>;
}

interface RedisJobSetsOptions {
  /** Of the keys of the queue. */
  prefix: string;
  /** How long a job may be held without renewing its lock (ms). */
  lockMs: number;
  /** Opens a connection to wait on. */
  openWaiting: () => RedisClient;
}

/** How long one wait for a job takes (s). */
const waitSeconds = 5;

/** The jobs of a queue in Redis. */
export function redisJobSets(
  connection: RedisClient,
  { prefix, lockMs, openWaiting }: RedisJobSetsOptions,
): JobSets {
  const marker = `${prefix}marker`;
  const scripts = withScripts(connection);
  let waiting: (RedisClient & Scripts) | undefined;
  const wake = () => connection.zadd(marker, 0, '0');
  const takeOn = (client: Scripts, { token, limit }: TakeOptions) =>
    client.takeJobs(prefix, token, Date.now(), lockMs, limit);
  return {
    async take(options) {
      const taken = await takeOn(scripts, options);
      const jobs = toJobs(taken, options.token);
      return { jobs, nextAt: Number(taken[0]), shardCounts: parseCounts(taken[1]!) };
    },
    async takeNext(options) {
      if (!waiting) {
        waiting = withScripts(openWaiting());
        // A worker that was killed may have left jobs whose marker it had taken.
        await wake();
      }
      // Redis runs the second command as soon as the first one ends: no answer has to come back in between.
      const marked = waiting.bzpopmin(marker, waitSeconds);
      // Jobs that were taken are worked on, however the wait has ended.
      marked.catch(() => undefined);
      const jobs = toJobs(await takeOn(waiting, options), options.token);
      if (jobs.length > 0 || !(await marked)) return jobs;
      // Where a cluster redirects a command, it may have been run before the first one.
      return toJobs(await takeOn(scripts, options), options.token);
    },
    wake,
    putOff(jobs) {
      const now = Date.now();
      const parts: (string | number)[] = [];
      for (const { job, dueAt } of jobs) {
        parts.push(job.id, job.token, Math.max(0, dueAt - now), dueAt);
      }
      return scripts.putOffJobs(prefix, ...parts);
    },
    async drop(jobs) {
      await scripts.dropJobs(prefix, ...jobs.flatMap(({ id, token }) => [id, token]));
    },
  };
}

function withScripts(client: RedisClient): RedisClient & Scripts {
  client.defineCommand('takeJobs', { numberOfKeys: 1, lua: takeJobs });
  client.defineCommand('putOffJobs', { numberOfKeys: 1, lua: putOffJobs });
  client.defineCommand('dropJobs', { numberOfKeys: 1, lua: dropJobs });
  return client as RedisClient & Scripts;
}

/** The jobs in the answer of `takeJobs`. */
function toJobs(taken: string[], token: string): HeldJob[] {
  const jobs: HeldJob[] = [];
  for (let at = partsBefore; at < taken.length; at += partsOfJob) {
    const data = JSON.parse(taken[at + 1]!) as object;
    const [stalledCounter, priority] = [Number(taken[at + 2]), Number(taken[at + 3])];
    const [timestamp, opts] = [Number(taken[at + 4]), taken[at + 5]!];
    const dueAt = opts === '' ? timestamp : firstDueAt(timestamp, JSON.parse(opts) as object);
    jobs.push({ id: taken[at]!, token, data, stalledCounter, priority, dueAt });
  }
  return jobs;
}
