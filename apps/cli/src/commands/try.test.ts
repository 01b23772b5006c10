import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const trial = {
  status: 'STARTED',
  warnings: [{ code: 'misconfigured', detail: 'No entity has anything there\u001b.' }],
  complete: true,
  found: 1,
  devices: [{ connector_thing_id: 'a', title: 'Kitchen', properties: {}, actions: {}, events: {} }],
  requests: [],
  explanation: {
    answers: [],
    paths: [
      { at: 'devices[0].id', path: '$.id', applied: 1, found: 1, sample: ['"a"'] },
      {
        at: 'devices[0].properties[0].value',
        path: '$.temp',
        applied: 1,
        found: 0,
        sample: [],
        existing: { path: '$', members: ['id', 'temperature'] },
      },
    ],
    stopped: { at: 'devices[0].properties[0].value', why: 'Nothing is found there.' },
    is_cut: false,
  },
};

let answer: object;
let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  answer = trial;
  trellis = await startTrellis({
    'GET /api/v1/connectors/descriptions': () => [{ type_id: 'http-json' }],
    'POST /api/v1/connectors/try': () => answer,
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('a trial on files shows what each part of a description finds, and where it stopped', async () => {
  const [json, html] = [join(cli.directory, 'list.json'), join(cli.directory, 'page.html')];
  await writeFile(json, '{"id":"a","temperature":1}');
  await writeFile(html, '<html>');
  const { out, error } = await cli.run([
    ...['try', 'http-json', '--instance-configuration', '{"base_url":"https://api.example"}'],
    ...['--answer', `list=${json}`, '--answer', html],
  ]);
  expect(error).toBeUndefined();
  const [, posted] = trellis.requests;
  expect(JSON.parse(posted!.body)).toEqual({
    connector_type_id: 'http-json',
    instance_configuration: { base_url: 'https://api.example' },
    client_configuration: {},
    answers: [{ request: 'list', body: { id: 'a', temperature: 1 } }, { body: '<html>' }],
  });
  expect(out).toContain('1 device\n  Kitchen (a)');
  expect(out).toMatch(
    /devices\[0\]\.properties\[0\]\.value +\$\.temp +0 in 1 +\$ has id, temperature/,
  );
  expect(out).toContain('Stopped at devices[0].properties[0].value: Nothing is found there.');
  expect(out).not.toContain('\u001b');
});

test('a trial that fails is a failure of the command, with and without --json', async () => {
  const error = {
    code: 'unavailable',
    detail: 'The name weather.invalid was not found.',
    advice: 'Check the spelling of the name.',
  };
  answer = { ...trial, status: 'ERROR', error, found: 0, devices: [], explanation: undefined };
  for (const json of [[], ['--json']]) {
    const ended = await cli.run(['try', 'http-json', ...json]);
    expect(ended.error).toMatchObject({ message: error.detail, exitCode: 1, remedy: error.advice });
    if (json.length > 0) expect(JSON.parse(ended.out)).toMatchObject({ status: 'ERROR' });
  }
});

test('an unknown connector is named with those that there are', async () => {
  const { error } = await cli.run(['try', 'toaster']);
  expect(error).toMatchObject({ message: 'Unknown connector toaster.' });
});
