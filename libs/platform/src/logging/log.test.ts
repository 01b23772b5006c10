import { expect, test } from '@jest/globals';
import { createLog } from './log.js';
import { secretsOf } from './redaction.js';

/** A log and the lines that it has written. */
function startLog(secrets: string[] = []) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createLog({ name: 'service', level: 'info', secrets }, { write });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) as Record<string, unknown> };
}

test('a fact is one line of JSON', () => {
  const { log, lines, last } = startLog();
  log.warn({ client: 'c', developer: 'd', type: 'wot' }, 'client\nfails');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  expect(last()).toMatchObject({ level: 40, name: 'service', client: 'c', msg: 'client\nfails' });
});

test('only known members are shown, and no object where none is expected', () => {
  const { log, last } = startLog();
  const members = { client: { configuration: 'hidden' }, configuration: 'hidden', code: 'x' };
  // @ts-expect-error -- a member that is not declared
  log.info(members, 'done');
  expect(last()).toMatchObject({ client: '[redacted]', configuration: '[redacted]', code: 'x' });
});

test('an error is shown with its causes, and with nothing else that it carries', () => {
  const { log, lines, last } = startLog();
  const cause = Object.assign(new TypeError('inner'), { code: 'ECONNRESET', request: 'hidden' });
  const error = Object.assign(new Error('outer', { cause }), { parameters: ['hidden'] });
  log.error({ err: error }, 'failed');
  expect(last().err).toMatchObject({
    type: 'Error',
    message: 'outer',
    stack: expect.stringContaining('log.test'),
    cause: { type: 'TypeError', message: 'inner', code: 'ECONNRESET' },
  });
  log.error({ err: { token: 'hidden' } }, 'failed');
  expect(lines.join()).not.toContain('hidden');
});

test.each([
  ['connect postgresql://trellis:hush@db:5432/x', 'connect postgresql://[redacted]@db:5432/x'],
  ['redis://:hush@cache', 'redis://[redacted]@cache'],
  ['Authorization: Bearer hush.hush-hush', 'Authorization: Bearer [redacted]'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.hush', 'token [redacted]'],
  ['GET /a?limit=5&access_token=hush&b=1', 'GET /a?limit=5&access_token=[redacted]&b=1'],
  ['POST /cb?code=hush&state=hush', 'POST /cb?code=[redacted]&state=[redacted]'],
  ['whsec_hush+hush=', 'whsec_[redacted]'],
])('what has the form of a secret is redacted wherever it is: %s', (message, shown) => {
  const { log, lines, last } = startLog();
  log.info({ reason: message, err: new Error(message) }, message);
  expect(last()).toMatchObject({ msg: shown, reason: shown, err: { message: shown } });
  expect(lines.join()).not.toContain('hush');
});

test('the secrets of the configuration are redacted wherever they are, and so is each key of a list', () => {
  const secrets = secretsOf({
    JWT_SECRET: 'a "secret" (of) the tests',
    SECRETS_KEYS: 'k1:bm90IGEga2V5LCBh+/==,k2:YW5vdGhlciBvbmUK',
    SECRETS_ROTATION_INTERVAL_MS: 5,
    PUBLIC_URL: 'https://trellis.example',
  });
  const { log, last } = startLog(secrets);
  log.info({ detail: 'with bm90IGEga2V5LCBh+/==' }, 'the key is a "secret" (of) the tests');
  expect(last()).toMatchObject({ detail: 'with [redacted]', msg: 'the key is [redacted]' });
  log.info('https://trellis.example');
  expect(last().msg).toBe('https://trellis.example');
});

test('the values of headers that are configured are redacted, and their names are not', () => {
  const secrets = secretsOf({
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20long%20key,x-team=observers',
  });
  const { log, last } = startLog(secrets);
  log.info('x-api-key: a long key');
  expect(last().msg).toBe('x-api-key: [redacted]');
});
