import { expect, test } from '@jest/globals';
import { parseSettings, UsageError } from './settings.js';

test('options come before the environment', () => {
  const env = {
    TRELLIS_URL: 'https://a.example',
    TRELLIS_CODE: 'ABCD-EFGH',
    TRELLIS_ALLOW: '10.0.0.0/8,172.16.0.0/12',
    TRELLIS_PAGE: '0',
    TRELLIS_PAGE_HOST: '172.30.32.1',
    TRELLIS_PAGE_FROM: '172.30.32.2',
    TRELLIS_DISCOVERY: 'off',
    TRELLIS_DATA: '/data',
  };
  expect(parseSettings(['--url', 'https://b.example', '--allow', '192.168.9.0/24'], env)).toEqual({
    url: 'https://b.example',
    code: 'ABCD-EFGH',
    data: '/data',
    allow: ['192.168.9.0/24', '10.0.0.0/8', '172.16.0.0/12'],
    page: { port: 0, host: '172.30.32.1', from: '172.30.32.2' },
    discovers: false,
  });
  expect(parseSettings(['--help'], {})).toBe('help');
  expect(parseSettings(['--version'], {})).toBe('version');
  expect(parseSettings([], {})).toMatchObject({
    url: undefined,
    page: { port: 8767, host: '127.0.0.1', from: undefined },
    discovers: true,
  });
});

test.each([
  [['--allow', 'home'], /--allow/],
  [['--page', '99999'], /--page:/],
  [['--page-host', 'raspberrypi'], /--page-host/],
  [['--page-from', '172.30.32.0/24'], /--page-from/],
  [['--url', 'trellis.example'], /--url/],
  [['--url', 'https://trellis .example'], /--url/],
  [['--colour'], /colour/],
])('%j is a mistake that is named', (args, named) => {
  expect(() => parseSettings(args, {})).toThrow(UsageError);
  expect(() => parseSettings(args, {})).toThrow(named);
});
