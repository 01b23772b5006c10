import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { discover, Unavailable } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import fc from 'fast-check';
import { httpJson } from './connector.js';
import { startApi, type ApiServer } from './testing/server.js';
import { parseXml } from './xml.js';

describe('XML', () => {
  test.each<[string, unknown]>([
    ['<a/>', { a: '' }],
    ['<?xml version="1.0"?>\n<a> x &amp; <![CDATA[<y>]]></a>', { a: 'x & <y>' }],
    ['<a b="1"/>', { a: { '@b': '1' } }],
    ['<a b="1">x</a>', { a: { '@b': '1', '#text': 'x' } }],
    ['<a><b>1</b><c/><b>2</b></a>', { a: { b: ['1', '2'], c: '' } }],
    [
      '<s:a xmlns:s="urn:x" s:b="1"><s:c>2</s:c></s:a>',
      { a: { '@s': 'urn:x', '@b': '1', c: '2' } },
    ],
    ['\uFEFF<a><!-- no --><?php no ?>1</a>', { a: '1' }],
    [
      '<__proto__><constructor>1</constructor></__proto__>',
      { ['__proto__']: { constructor: '1' } },
    ],
  ])('%s', (text, value) => {
    const parsed = parseXml(text);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(Object.fromEntries(Object.entries(value!))));
  });

  const laughs = Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
  );

  test.each([
    ['nothing', ''],
    ['JSON', '{"a":1}'],
    ['an element that is not closed', '<a><b></a>'],
    ['the beginning of a document', '<a><b>1</b>'],
    ['two documents', '<a/><b/>'],
    ['a million laughs', `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}]><a>&l9;</a>`],
    ['a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['depth', `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`],
    ['elements', `<a>${'<b/>'.repeat(100_001)}</a>`],
  ])('is not read of %s', (_what, text) => {
    expect(() => parseXml(text)).toThrow(Error);
  });

  test('of 4 MB is read in little time', () => {
    const startedAt = performance.now();
    parseXml(`<a>${'<b c="1">2</b>'.repeat(40_000)}${'x'.repeat(3_000_000)}</a>`);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('of any form is read, or is an error', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="',
      '"',
      '&amp;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '/>',
      '<!',
      't',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        try {
          expect(typeof parseXml(pieces.join(''))).toBe('object');
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

describe('an API that answers XML', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(() => ({ json: [] }));
  });
  afterAll(() => api.stop());

  /** A list of devices as AVM documents it for the home automation of a FRITZ!Box. */
  const devices = (...all: string[]) =>
    `<devicelist version="1" fwversion="7.57">${all.join('')}</devicelist>`;
  const plug = (id: string, celsius: string, present = 1) =>
    `<device identifier="${id}" manufacturer="AVM"><present>${present}</present><name>Plug ${id}</name>` +
    `<powermeter><power>1230</power></powermeter><temperature><celsius>${celsius}</celsius></temperature></device>`;

  const poll = (text: string) => {
    api.answer = () => ({ headers: { 'content-type': 'text/xml' }, text });
    const instance = {
      base_url: `http://${api.host}`,
      nothing: [''],
      requests: {
        list: { path: '/devices', answer_as: 'xml', lists: ['$.devicelist.device'] },
      },
      devices: [
        {
          request: 'list',
          entities: '$.devicelist.device[*]',
          id: "$['@identifier']",
          title: '$.name',
          available: { value: '$.present', map: [{ from: '1', to: true }], otherwise: false },
          properties: [
            { capability: 'power', value: '$.powermeter.power', factor: 0.001 },
            { capability: 'temperature', value: '$.temperature.celsius', factor: 0.1 },
          ],
        },
      ],
    };
    return discover(httpJson, contextFor(httpJson, { instance, client: {} }));
  };

  test('has devices, one and several', async () => {
    const one = await poll(devices(plug('1', '215')));
    expect(one.entities).toMatchObject([
      { id: '1', title: 'Plug 1', values: { power: 1.23, temperature: 21.5 } },
    ]);
    expect(api.seen.at(-1)!.headers.accept).toBe('application/xml, text/xml');
    const { entities, problems } = await poll(devices(plug('1', ''), plug('2', '0', 0)));
    expect(entities.map(({ id, available }) => [id, available])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    expect(problems).toEqual([]);
    expect((await poll(devices())).complete).toBe(true);
  });

  test('and something else fails', async () => {
    await expect(poll('{"devices": []}')).rejects.toBeInstanceOf(Unavailable);
  });
});
