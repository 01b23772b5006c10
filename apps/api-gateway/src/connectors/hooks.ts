import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HookRequestData } from '@trellis/contracts';
import { operation, type Operation } from '../operation.js';

const maxHookBytes = 256 * 1024;

export const hookOperations: Operation[] = [
  operation.post('/api/v1/connectors/hooks/:hook', {
    tag: 'Connectors',
    id: 'receiveHook',
    summary: 'Receive a message of a vendor',
    description:
      'For the vendors of connectors alone, which get such an address for a client and sign what they send ' +
      'there. Takes 120 requests in a minute for each address, and 256 KiB in each.',
    access: { scope: 'public' },
    input: { bytes: { max: maxHookBytes } },
    answer: {
      // Some vendors take any other status, and any body, as a failure.
      status: 200,
    },
    // The history of things has the values that devices report.
    audit: undefined,
    async handle({ connectors, sealing, params: { hook }, headers, bytes, countHook }) {
      const digest = createHash('sha256').update(hook).digest('hex');
      await countHook(digest);
      const request: HookRequestData = {
        headers: singleHeaders(headers),
        body: bytes.toString('base64'),
      };
      const binding = { purpose: 'hook-request', id: digest } as const;
      await connectors('hooks.receive', { digest, request: sealing.seal(binding, request) });
    },
  }),
];

/** Those that Node.js has as one text: all but the cookies that only answers set. */
function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
