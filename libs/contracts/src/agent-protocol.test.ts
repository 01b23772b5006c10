import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { agentProtocol, oldProtocols } from './agent-protocol.js';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };
const major = Number(version.split('.')[0]);

test.each([...oldProtocols])(
  'the old protocol %i is still to be spoken',
  (protocol, { refusedFrom }) => {
    expect(protocol).toBeLessThan(agentProtocol.version);
    // Remove it, and what speaks it, when this fails.
    expect(refusedFrom).toBeGreaterThan(major);
  },
);
