import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

let calls: Calls;
let chunks: unknown[][];
let gateway: TestGateway;
beforeEach(async () => {
  chunks = [];
  calls = {
    'units.import': ({ lines }: { lines: unknown[] }) => {
      chunks.push(lines);
      return { outcomes: lines.map(() => 'created') };
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

interface Report {
  line: number;
  created?: number;
  failed?: number;
  complete?: boolean;
  problem?: { type: string; detail: string };
}

async function send(text: string): Promise<{ headers: Headers; reports: Report[] }> {
  const response = await gateway.request('/api/v1/units/import', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const lines = (await response.text()).split('\n').filter(Boolean);
  return {
    headers: response.headers,
    reports: lines.map((line) => JSON.parse(line) as Report),
  };
}

const codeOf = ({ problem }: Report) => problem?.type.split('#')[1];
const unit = '{"id":"a","name":"a","type":"b"}\n';

describe('an import', () => {
  test('counts the lines of its file, of which empty ones are not sent on', async () => {
    const { reports } = await send(`\n${unit}\r\n  \n${unit}{\n`);
    expect(chunks.flat()).toHaveLength(2);
    expect(reports.map((report) => [report.line, codeOf(report)])).toEqual([
      [6, 'invalid_request'],
      [6, undefined],
      [6, undefined],
    ]);
    expect(reports.at(-1)).toMatchObject({ created: 2, failed: 1, complete: true });
  });

  test('takes a line of 1 MiB, and none that is longer', async () => {
    const mebibyte = 1024 * 1024;
    const line = (bytes: number) => `"${'x'.repeat(bytes - 2)}"\n`;
    const { reports } = await send(line(mebibyte) + line(mebibyte + 1));
    expect(chunks.flat()).toEqual(['x'.repeat(mebibyte - 2)]);
    expect(reports.map((report) => [report.line, codeOf(report)])).toContainEqual([
      2,
      'body_too_large',
    ]);
  });

  test('sends at most 1000 lines on at a time, and few that are long', async () => {
    await send(unit.repeat(2_001));
    expect(chunks.map((lines) => lines.length)).toEqual([1_000, 1_000, 1]);
    chunks.length = 0;
    await send(`"${'x'.repeat(100 * 1024)}"\n`.repeat(7));
    expect(chunks.map((lines) => lines.length)).toEqual([3, 3, 1]);
  });

  test('ends after 10,000 lines that failed, and not before', async () => {
    const failing = '{\n';
    const enough = await send(failing.repeat(10_000));
    expect(enough.reports.at(-1)).toMatchObject({ failed: 10_000, complete: true });
    const { reports } = await send(failing.repeat(12_000));
    expect(reports.at(-1)).toMatchObject({
      complete: false,
      problem: { detail: 'More than 10000 lines have failed.' },
    });
  });

  test('goes on when the service is back after a moment', async () => {
    const { 'units.import': store } = calls;
    let attempts = 0;
    calls['units.import'] = (input: never) => {
      attempts += 1;
      if (attempts < 3) throw new Problem(attempts === 1 ? 'unavailable' : 'timeout', 'Away.');
      return store!(input);
    };
    const { reports } = await send(unit);
    expect(reports.at(-1)).toMatchObject({ created: 1, complete: true });
    expect(attempts).toBe(3);
  });

  test('says where to go on when it is given up', async () => {
    calls['units.import'] = () => {
      throw new Problem('not_found', 'Gone.');
    };
    const { reports } = await send(unit);
    expect(reports).toMatchObject([{ line: 0, complete: false, problem: { detail: 'Gone.' } }]);
  });

  test('is answered as lines that no proxy buffers and no cache keeps', async () => {
    const { headers } = await send(unit);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-frame-options': 'DENY',
    });
  });
});
