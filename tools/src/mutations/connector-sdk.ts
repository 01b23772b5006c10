import type { Mutation } from './mutation.js';

const src = 'libs/connector-sdk/src';

export default [
  {
    file: `${src}/net/lookup.ts`,
    from: 'const address = found.find((one) => isAllowed(one, allowance) && !isAmong(one, refused));',
    to: 'const [address] = found.some((one) => isAllowed(one, allowance) && !isAmong(one, refused)) ? found : [];',
    noticedBy: [`${src}/net/lookup.test.ts`],
  },
  {
    file: `${src}/capabilities/device-classes.ts`,
    from: "  moisture: 'leak',\n",
    to: '',
    noticedBy: [`${src}/capabilities/device-classes.test.ts`],
  },
  {
    file: `${src}/dispatch.ts`,
    from: 'if (isSent || !(error instanceof Unavailable) || !error.sent) throw error;',
    to: 'if (!(error instanceof Unavailable) || !error.sent) throw error;',
    noticedBy: [`${src}/dispatch.test.ts`],
  },
  {
    file: `${src}/net/egress.ts`,
    from: 'return others.some(same) || (isThisMachine(address) && others.some(isThisMachine));',
    to: 'return others.some(same);',
    noticedBy: [`${src}/net/egress.test.ts`, `${src}/net/lookup.test.ts`],
  },
  {
    file: `${src}/net/egress.ts`,
    from: "isValid(address) && !address.includes('%')",
    to: 'isValid(address)',
    noticedBy: [`${src}/net/egress.test.ts`],
  },
  {
    file: `${src}/capabilities/parts.ts`,
    from: 'group.number !== undefined && isFree(group, group.number)',
    to: 'group.number !== undefined',
    noticedBy: [`${src}/capabilities/parts.test.ts`],
  },
  {
    file: `${src}/testing/kit.ts`,
    from: "if (has('address')) testMisbehaviour(connector, () => peer);",
    to: '',
    noticedBy: [`${src}/testing/kit.test.ts`],
  },
  {
    file: `${src}/testing/kit.ts`,
    from: 'expect(new Set(ids).size).toBe(ids.length);',
    to: '',
    noticedBy: [`${src}/testing/kit.test.ts`],
  },
  {
    file: `${src}/net/names.ts`,
    from: 'ttlMs: Math.max(ttlMs.min, Math.min(ttl, ttlMs.max)),',
    to: 'ttlMs: Math.max(ttlMs.min, ttl),',
    noticedBy: [`${src}/net/names.test.ts`],
  },
  {
    file: `${src}/net/names.ts`,
    from: 'const inShare = createShares(maxPerDeveloper);',
    to: 'const inShare = createShares(100 * maxPerDeveloper);',
    noticedBy: [`${src}/net/names.test.ts`],
  },
  {
    file: `${src}/fan-out.ts`,
    from: 'const polls = await pMap(hosts, pollInTime, { concurrency });',
    to: 'const polls = await pMap(hosts, pollInTime, { concurrency: 10 * concurrency });',
    noticedBy: [`${src}/fan-out.test.ts`],
  },
  {
    file: `${src}/net/exchange.ts`,
    from: "      'accept-encoding': 'identity',\n",
    to: '',
    noticedBy: [`${src}/net/http.test.ts`],
  },
  {
    file: `${src}/net/read-events.ts`,
    from: 'isTooLarge ||= data.length + id.length > maxEventLength;',
    to: '',
    noticedBy: [`${src}/net/event-stream.test.ts`],
  },
  {
    file: `${src}/net/web-socket.ts`,
    from: 'if (status === 401 || status === 403) {',
    to: 'if (status === 401) {',
    noticedBy: [`${src}/net/web-socket.test.ts`],
  },
  {
    file: `${src}/net/connect.ts`,
    from: "      signal.addEventListener('abort', end, { once: true });\n",
    to: '',
    noticedBy: [`${src}/net/connect.test.ts`, `${src}/net/http.test.ts`],
  },
] satisfies Mutation[];
