import type { Mutation } from '../mutation.js';

export default [
  {
    file: 'apps/api-gateway/src/http/answer-audited.ts',
    from: 'if (!isAudited(row) || isPreview(row, route)) return answering;',
    to: 'if (!isAudited(row)) return answering;',
    noticedBy: ['apps/api-gateway/src/audit.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/answer-audited.ts',
    from: 'if (entry.status! >= 500) audit',
    to: 'if (entry.status! > 500) audit',
    noticedBy: ['apps/api-gateway/src/audit-outages.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/answer-request.ts',
    from: 'await limitRequests(limits, request, owner);',
    to: '',
    noticedBy: ['apps/api-gateway/src/limits.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/answer-request.ts',
    from: 'app: bearer.app, url: request',
    to: "app: '', url: request",
    noticedBy: ['apps/api-gateway/src/repetition.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/answer-request.ts',
    from: 'requireScope(row, bearer);',
    to: '',
    noticedBy: ['e2e/src/access.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/answer-request.ts',
    from: `    return await perform(row, checked, exchange, options);
  } finally {
    release();
  }`,
    to: `    return await perform(row, checked, exchange, options);
  } finally {
    void release;
  }`,
    noticedBy: ['apps/api-gateway/src/limits.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/read-bearer.ts',
    from: 'if (!ticket || ticket.thing !== given.thing) {',
    to: 'if (!ticket) {',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/audit-log.ts',
    from: '.catch(() => later.add(entries[0]!.id, { entries }))',
    to: '',
    noticedBy: ['apps/api-gateway/src/audit-outages.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/body-budget.ts',
    from: 'maxBytesPerOwner: 8 * mebibyte,',
    to: 'maxBytesPerOwner: 16 * mebibyte,',
    noticedBy: ['apps/api-gateway/src/http/body-budget.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/body.ts',
    from: 'maxBodyBytes = 1024 * 1024',
    to: 'maxBodyBytes = 1024 * 1024 + 1',
    noticedBy: ['apps/api-gateway/src/http/body.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/body.ts',
    from: 'const maxDepth = 200;',
    to: 'const maxDepth = 201;',
    noticedBy: ['apps/api-gateway/src/http/body.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/body.ts',
    from: "if (!isUtf8(bytes)) throw notJson('The text is not UTF-8.');",
    to: '',
    noticedBy: ['apps/api-gateway/src/http/body.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/browser-cookie.ts',
    from: 'httpOnly: true,',
    to: 'httpOnly: false,',
    noticedBy: ['apps/api-gateway/src/operations/authorizations.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/event-stream.ts',
    from: `    'Cache-Control': 'no-store',
`,
    to: '',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/event-stream.ts',
    from: "if (request.method === 'HEAD') return void response.end();",
    to: '',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/hrefs.ts',
    from: "authorized: at('connectors', 'authorized'),",
    to: "authorized: at('connectors', 'authorizations'),",
    noticedBy: ['apps/api-gateway/src/http/hrefs.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/idempotency.ts',
    from: 'status < 500 && ![403, 412, 429].includes(status)',
    to: 'status < 500 && ![412, 429].includes(status)',
    noticedBy: [
      'apps/api-gateway/src/http/idempotency.test.ts',
      'apps/api-gateway/src/repetition.test.ts',
    ],
  },
  {
    file: 'apps/api-gateway/src/http/issue-token.ts',
    from: '...(claims.external_subject_id !== undefined && { header: boundHeader }),',
    to: '',
    noticedBy: ['apps/api-gateway/src/http/issue-token.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/cors.ts',
    from: 'origins.allow(origin, tokenApp)',
    to: 'origins.allow(origin)',
    noticedBy: ['apps/api-gateway/src/cors.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/subject.ts',
    from: 'if (bound !== undefined && given !== undefined && given !== bound) throw otherSubject();',
    to: '',
    noticedBy: ['apps/api-gateway/src/bound-tokens.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/lines.ts',
    from: "'X-Accel-Buffering': 'no',",
    to: '',
    noticedBy: ['apps/api-gateway/src/import.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/lines.ts',
    from: 'if (bytes <= maxBodyBytes) open.push(part);',
    to: 'if (bytes < maxBodyBytes) open.push(part);',
    noticedBy: ['apps/api-gateway/src/import.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/list.ts',
    from: 'limit: integerParameter(1, 1000)',
    to: 'limit: integerParameter(1, 1001)',
    noticedBy: ['apps/api-gateway/src/http/list.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/log-requests.ts',
    from: "typeof given === 'string' && harmless.test(given) ? given",
    to: "typeof given === 'string' ? given",
    noticedBy: ['apps/api-gateway/src/request-log.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/problem.ts',
    from: `    ...(row.remedy && { remedy: row.remedy }),
`,
    to: '',
    noticedBy: ['apps/api-gateway/src/problems.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/problem.ts',
    from: 'if (status === 429 || status === 503 || ',
    to: 'if (status === 429 || ',
    noticedBy: ['apps/api-gateway/src/limits.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/rate-limit.ts',
    from: 'insuranceLimiter: memory',
    to: '',
    noticedBy: ['apps/api-gateway/src/http/rate-limit.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/routes.ts',
    from: 'if (!found || hasEmptyValue(found.params)) return undefined;',
    to: 'if (!found) return undefined;',
    noticedBy: ['apps/api-gateway/src/http/routes.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/security-headers.ts',
    from: `, frameAncestors: ["'none'"]`,
    to: '',
    noticedBy: ['apps/api-gateway/src/http/security-headers.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/security-headers.ts',
    from: "xFrameOptions: { action: 'deny' },\n      crossOriginOpenerPolicy: false,",
    to: 'crossOriginOpenerPolicy: false,',
    noticedBy: ['apps/api-gateway/src/http/security-headers.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/security-headers.ts',
    from: '{ directives: { upgradeInsecureRequests: null } }',
    to: '{}',
    noticedBy: ['apps/api-gateway/src/http/security-headers.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/send-answer.ts',
    from: "const given = { 'if-none-match': request.headers['if-none-match'] };",
    to: 'const given = {};',
    noticedBy: ['apps/api-gateway/src/constants.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/serve-operations.ts',
    from: 'throw methodNotAllowed(route.allow);',
    to: 'return next();',
    noticedBy: ['apps/api-gateway/src/problems.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/serve-operations.ts',
    from: `    log.error({ req: toLogged(request), err: error }, 'request failed');
`,
    to: '',
    noticedBy: ['apps/api-gateway/src/problems.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/serve-operations.ts',
    from: "response.once('close', end);",
    to: '',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/streams.ts',
    from: 'if (others.length < max) return;',
    to: 'if (others.length <= max) return;',
    noticedBy: ['apps/api-gateway/src/http/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/streams.ts',
    from: 'Math.min(expiresAt * 1000 - Date.now(), maxTimerMs)',
    to: 'expiresAt * 1000 - Date.now()',
    noticedBy: ['apps/api-gateway/src/http/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/ticket.ts',
    from: 'return Math.min(expiresAt, opensUntil) > Date.now() / 1000 ? opened : undefined;',
    to: 'return opened;',
    noticedBy: ['apps/api-gateway/src/http/ticket.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/http/token.ts',
    from: 'if (crit === undefined) return;',
    to: 'return;',
    noticedBy: ['apps/api-gateway/src/http/token.test.ts'],
  },
] satisfies Mutation[];
