import { connectBranding } from '@trellis/contracts';
import { z } from 'zod';
import { digestOf } from '../access/browser-cookie.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';

const path = '/api/v1/connectors/codes';

const page = {
  tag: 'Connectors',
  access: { scope: 'public' },
  undocumented: 'only the page of Trellis that shows the code uses it',
} as const;

const ended = z.object({ error: z.string().optional(), location: z.url().optional() });

const deviceCode = z.object({
  name: z.string(),
  branding: connectBranding.optional(),
  expires: z.iso.datetime(),
  codes: z
    .object({
      user_code: z.string(),
      verification_uri: z.url(),
      verification_uri_complete: z.url().optional(),
    })
    .optional(),
  ended: ended.optional(),
});

const body = z.strictObject({ state: z.string().max(1_024) });

export const deviceCodeOperations: Operation[] = [
  operation.post(path, {
    ...page,
    id: 'readDeviceCode',
    summary: 'Read the code of a device authorization',
    description:
      'Returns the code that an end user enters at the vendor, or the outcome, to the browser that began it. It is no ' +
      '`GET`, so that no log has the `state`.',
    input: { body },
    answer: { status: 200, body: deviceCode, problems: problemsOf('authorizations.read_device') },
    audit: undefined,
    async handle({ connectors, descriptions, ...request }) {
      const of = browserOf(request);
      const read = await connectors('authorizations.read_device', of);
      const { developer, connector_type_id: type, ...shown } = read;
      const { branding } = await connectors('connect.read_branding', { caller: { developer } });
      const found = (await descriptions(developer)).find(({ type_id }) => type_id === type);
      return {
        body: { name: found?.name ?? type, ...(branding && { branding }), ...shown },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
  operation.post(`${path}/cancel`, {
    ...page,
    id: 'cancelDeviceCode',
    summary: 'Cancel a device authorization',
    description: 'Ends it for the browser that began it; the client stays as it was.',
    input: { body },
    answer: {
      status: 200,
      body: ended.omit({ error: true }),
      problems: problemsOf('authorizations.cancel_device'),
    },
    audit: undefined,
    async handle({ connectors, ...request }) {
      return { body: await connectors('authorizations.cancel_device', browserOf(request)) };
    },
  }),
];

/** Returns the browser of a request, which is known by its cookie. */
function browserOf({
  browserCookies,
  header,
  body: { state },
}: Pick<OperationRequest<string, z.output<typeof body>>, 'browserCookies' | 'header' | 'body'>) {
  const secret = browserCookies.read(state, header('Cookie'));
  return { state, ...(secret !== undefined && { browser: digestOf(secret) }) };
}
