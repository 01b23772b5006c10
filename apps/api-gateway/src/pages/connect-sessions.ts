import { connectBrandingVersion, type ConnectOverview, Problem } from '@trellis/contracts';
import {
  changedAnswer,
  listAnswer,
  newParameter,
  pageOf,
  pageQuery,
  prefersRepresentation,
  representation,
  requiredBy,
  invalidMember,
} from '@trellis/operations';
import { z } from 'zod';
import { type ConnectSession, issueConnectSession } from '../access/connect-session.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import {
  connectBrandingResource,
  connectSessionResource,
  newConnectBranding,
  newConnectSession,
  openConnectSessionResource,
  openConnectSessionToJson,
} from './connect-resource.js';

const connect = { tag: 'Connect', access: { scope: 'svc.connector' } } as const;

export const connectSessionOperations: Operation[] = [
  operation.post('/api/v1/connect/sessions', {
    ...connect,
    id: 'createConnectSession',
    summary: 'Create connect session',
    description:
      'An address at which the subject connects technologies by itself, in a browser: `href`, for 30 minutes or ' +
      '`expires_in` seconds. Open it as a link or in a pop-up; it can do nothing else. In the end the browser goes ' +
      'to `return_url` with `status` and `client`.',
    access: { ...connect.access, subject: 'required' },
    input: { body: newConnectSession },
    answer: {
      status: 201,
      body: connectSessionResource,
      problems: problemsOf('connect.create_session'),
    },
    audit: { resource: 'connect_session' },
    async handle({ connectors, sealing, caller, bearer, body, hrefs, newId, ...request }) {
      const { developer, subject } = { ...caller, subject: caller.subject! };
      const { subject_name, return_url, language, expires_in } = body;
      if (return_url !== undefined) await requireListed({ ...request, bearer }, return_url);
      const overview = await connectors('connect.overview', { caller: { developer, subject } });
      const expires = expiryOf(bearer, expires_in);
      const session: ConnectSession = {
        id: newId(),
        app: bearer.app,
        developer,
        subject,
        subject_name,
        return_url,
        language,
        expires,
        stored: true,
        ...selectedIn(overview, body, request.idForms),
      };
      const { id, app, types, client } = session;
      const expires_at = new Date(expires * 1000).toISOString();
      await connectors('connect.create_session', {
        caller: { developer, subject },
        id,
        app,
        types,
        client,
        expires_at,
      });
      return {
        body: {
          id,
          href: hrefs.connect(issueConnectSession(sealing, session)),
          expires_at,
        },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
  operation.get('/api/v1/connect/sessions', {
    ...connect,
    access: { scope: 'svc.connector.read', subject: 'optional' },
    id: 'listConnectSessions',
    summary: 'List connect sessions',
    description:
      'Those of the subject, or of all subjects without one, that have neither expired nor been revoked. Their ' +
      'addresses are shown only when they are created.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(openConnectSessionResource) },
    async handle({ connectors, caller, query, hrefs, url }) {
      const page = await connectors('connect.list_sessions', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (session) =>
        openConnectSessionToJson(session, hrefs),
      );
    },
  }),
  operation.delete('/api/v1/connect/sessions/:id', {
    ...connect,
    access: { ...connect.access, subject: 'optional' },
    id: 'deleteConnectSession',
    summary: 'Revoke connect session',
    description: 'Its address stops working at once; what was connected there stays.',
    answer: { status: 204, problems: ['not_found'] },
    audit: { resource: 'connect_session' },
    async handle({ connectors, caller, params: { id } }) {
      await connectors('connect.remove_session', { caller, id });
    },
  }),
  operation.get('/api/v1/connect/branding', {
    ...connect,
    access: { scope: 'svc.connector.read' },
    id: 'getConnectBranding',
    summary: 'Retrieve branding',
    description: 'How the page for end users shows whose it is. 404 until it was set.',
    answer: { status: 200, body: connectBrandingResource, problems: ['not_found'] },
    async handle({ connectors, caller }) {
      const { branding } = await connectors('connect.read_branding', { caller });
      if (!branding) throw new Problem('not_found', 'No branding has been set.');
      return { body: branding, etag: connectBrandingVersion(branding) };
    },
  }),
  operation.put('/api/v1/connect/branding', {
    ...connect,
    id: 'setConnectBranding',
    summary: 'Set branding',
    description:
      'The name and the color with which the page is shown to all end users of the account. With `If-Match` only ' +
      'that version is replaced, and with `If-None-Match: *` none.',
    input: { headers: { 'If-None-Match': newParameter }, body: newConnectBranding },
    answer: {
      status: 204,
      others: changedAnswer(connectBrandingResource),
      problems: problemsOf('connect.put_branding'),
    },
    audit: { resource: 'connect_branding' },
    async handle({ connectors, caller, body, header }) {
      const required = requiredBy(header);
      await connectors('connect.put_branding', { caller, branding: body, ...required });
      const etag = connectBrandingVersion(body);
      return prefersRepresentation(header) ? { ...representation(body), etag } : { etag };
    },
  }),
];

/** Returns the expiry of a session (seconds since the epoch): at the latest that of the end-user token that creates it. */
function expiryOf({ subject, expiresAt }: OperationRequest['bearer'], seconds: number): number {
  const requested = Math.floor(Date.now() / 1000) + seconds;
  return subject === undefined ? requested : Math.min(requested, Math.floor(expiresAt));
}

/** Throws unless the app lists the origin of an address: else anybody's page could pass for that of the app. */
async function requireListed(
  { allowOrigin, bearer }: Pick<OperationRequest, 'allowOrigin' | 'bearer'>,
  address: string,
): Promise<void> {
  const { developer, app } = bearer;
  const { origin } = new URL(address);
  if (await allowOrigin(origin, { developer, client_id: app })) return;
  throw invalid('/return_url', `The app does not list the origin ${origin}.`);
}

/** Returns the types or the client that a session offers; throws `invalid_request` for unknown ones. */
function selectedIn(
  { instances, clients }: ConnectOverview,
  body: z.output<typeof newConnectSession>,
  forms: OperationRequest['idForms'],
): Pick<ConnectSession, 'types' | 'client'> {
  const known = new Set(instances.map(({ connector_type_id }) => connector_type_id));
  const types = body.types?.map((type, index) => {
    if (known.has(type)) return type;
    throw invalid(`/types/${index}`, 'There is no instance of this type.');
  });
  const ofInstances = body.instances?.map((given, index) => {
    const found = instances.find(({ id }) => id === forms.resource(given));
    if (found) return found.connector_type_id;
    throw invalid(`/instances/${index}`, 'There is no such instance.');
  });
  const client = body.client === undefined ? undefined : forms.resource(body.client);
  if (client !== undefined && !clients.some(({ id }) => id === client)) {
    throw invalid('/client', 'The subject has no such client.');
  }
  const selected =
    types && ofInstances
      ? types.filter((type) => ofInstances.includes(type))
      : (types ?? ofInstances);
  if (selected?.length === 0) throw invalid('/instances', 'None is of one of the types.');
  return { ...(selected && { types: selected }), ...(client !== undefined && { client }) };
}

const invalid = (pointer: string, detail: string) =>
  invalidMember(pointer, detail, `${pointer.slice(1)}: ${detail}`);
