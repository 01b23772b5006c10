import { describe, expect, test } from '@jest/globals';
import { discover, invokeAction, writeProperties } from '@trellis/connector-sdk';
import { readVendors, readYaml } from './entries.js';
import { recorded } from './recorded.js';
import { openRecorded, showDevice, startRecorded } from './testing.js';

const vendors = readVendors();

describe.each(vendors)('$id', (entry) => {
  const { cases } = recorded.parse(readYaml(entry.id, 'recorded'));

  test.each(cases)('$name', async (one) => {
    const server = await startRecorded(one);
    try {
      const found = await discover(...openRecorded(entry, one, server));
      expect(found.problems.map(({ failure }) => failure.message)).toEqual([]);
      expect(found.entities.map(showDevice)).toEqual(one.devices);
      for (const { headers } of server.seen) expect(headers).toMatchObject(one.headers);
      for (const { device, set, invoke, input, sends } of one.writes) {
        const [connector, context] = openRecorded(entry, one, server);
        if (set) await writeProperties(connector, context, { device, values: set });
        if (invoke) await invokeAction(connector, context, { device, action: invoke, input });
        const { method, url, body } = server.seen.at(-1)!;
        expect({ request: `${method} ${url.pathname}${url.search}`, body }).toEqual({
          body: undefined,
          ...sends,
        });
      }
    } finally {
      await server.stop();
    }
  });
});
