import type { Mutation } from './mutation.js';

export default [
  {
    file: 'libs/messaging/src/broker.ts',
    from: '...locks, ...own',
    to: '...own',
    noticedBy: ['libs/messaging/src/stalls.test.ts'],
  },
  {
    file: 'libs/messaging/src/backends/postgres.ts',
    from: "CASE WHEN state = 'delayed' THEN process_at_ms END AS next",
    to: 'process_at_ms AS next',
    noticedBy: ['libs/messaging/src/jobs/schedule.test.ts'],
  },
  {
    file: 'libs/messaging/src/clock.ts',
    from: `    if (answeredAt - askedAt > maxRoundTripMs) return;
`,
    to: '',
    noticedBy: ['libs/messaging/src/clock.test.ts'],
  },
  {
    file: 'libs/messaging/src/clock.ts',
    from: '(askedAt + answeredAt) / 2',
    to: 'askedAt',
    noticedBy: ['libs/messaging/src/clock.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/durable.ts',
    from: '    removeOnFail: false,',
    to: '    removeOnFail: true,',
    noticedBy: ['libs/messaging/src/jobs/durable.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/durable.ts',
    from: `        timeoutMs,
      );`,
    to: `        timeoutMs * 1_000,
      );`,
    noticedBy: ['libs/messaging/src/jobs/durable.test.ts', 'libs/messaging/src/topics.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/durable.ts',
    from: "('failed', { resetAttemptsMade: true })",
    to: "('failed')",
    noticedBy: ['libs/messaging/src/jobs/durable.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/schedule.ts',
    from: 'if (!job || isSetAside(job)) ',
    to: 'if (!job) ',
    noticedBy: ['libs/messaging/src/jobs/schedule.test.ts', 'libs/messaging/src/stalls.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/schedule.ts',
    from: '{ delay, priority: firstRunPriority }',
    to: '{ delay }',
    noticedBy: ['libs/messaging/src/jobs/schedule.test.ts'],
  },
  {
    file: 'libs/messaging/src/jobs/schedule-worker.ts',
    from: 'if (shard === this.#work.shard) void',
    to: 'if (job) void',
    noticedBy: ['libs/messaging/src/shards/shards.test.ts'],
  },
  {
    file: 'libs/messaging/src/shards/marks.ts',
    from: 'const all = markOf(counts);',
    to: 'const all = markOf([count]);',
    noticedBy: ['libs/messaging/src/shards/marks.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/answer-sets.ts',
    from: 'const current = calls.filter(({ expiresAt }) => expiresAt > now);',
    to: 'const current = calls;',
    noticedBy: [
      'libs/messaging/src/rpc/answer-sets.test.ts',
      'libs/messaging/src/rpc/expired-in-sets.test.ts',
    ],
  },
  {
    file: 'libs/messaging/src/rpc/batch.ts',
    from: `      if (slow >= maxSlow) return;
`,
    to: '',
    noticedBy: ['libs/messaging/src/rpc/batch.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/batch.ts',
    from: 'return tracer.runFor(causes, sending);',
    to: 'return sending();',
    noticedBy: ['apps/units-service/src/tracing.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/call.ts',
    from: 'const timeoutMs = Math.min(contract.calls[name]!.timeoutMs ?? defaultCallTimeoutMs, withinMs);',
    to: 'const timeoutMs = contract.calls[name]!.timeoutMs ?? (defaultCallTimeoutMs || withinMs);',
    noticedBy: ['libs/messaging/src/rpc/call.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/call.ts',
    from: 'if (timeoutMs <= 0) throw timeout();',
    to: '',
    noticedBy: ['libs/messaging/src/rpc/call.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/reply.ts',
    from: 'if (!message || message.size + size > maxMessageSize) {',
    to: 'if (!message) {',
    noticedBy: ['libs/messaging/src/rpc/reply.test.ts'],
  },
  {
    file: 'libs/messaging/src/rpc/serve.ts',
    from: 'if (problem && expected.includes(problem.code)) return',
    to: 'if (problem) return',
    noticedBy: ['libs/messaging/src/rpc/call.test.ts'],
  },
  {
    file: 'libs/messaging/src/topics.ts',
    from: `      end();
      throw`,
    to: '      throw',
    noticedBy: ['libs/messaging/src/topics.test.ts'],
  },
] satisfies Mutation[];
