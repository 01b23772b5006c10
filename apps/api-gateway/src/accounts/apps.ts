import { randomBytes } from 'node:crypto';
import {
  type App,
  app as schema,
  appVersion,
  list,
  maxOrigins,
  plainText,
  Problem,
  type Scope,
  scopes,
  webOrigin,
} from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  expectedBy,
  listAnswer,
  pageOf,
  pageQuery,
  requireScope,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';

const scopeNames = Object.keys(scopes) as Scope[];

const maxOverlapSeconds = 7 * 24 * 60 * 60;

/** For how long the secret before is accepted as well, unless a rotation says otherwise. */
const defaultOverlapSeconds = 24 * 60 * 60;

const newApp = z
  .strictObject({
    name: plainText,
    scopes: list(z.enum(scopeNames), scopeNames.length)
      .refine((given) => given.length > 0, 'Must have a scope.')
      .describe('None that the access token does not have.'),
    allowed_origins: list(webOrigin, maxOrigins)
      .optional()
      .describe('Origins of web pages that may read answers to its access tokens.'),
  })
  .meta({ id: 'NewApp', example: { name: 'Dashboard', scopes: ['svc.things.read'] } });

const appPatch = z
  .strictObject({
    name: plainText.optional(),
    allowed_origins: list(webOrigin, maxOrigins)
      .nullable()
      .optional()
      .describe('Replaces all of them; null removes them.'),
  })
  .meta({ id: 'AppPatch', example: { allowed_origins: ['https://app.example'] } });

const newSecret = z
  .strictObject({
    overlap_seconds: z
      .number()
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe('For how long the secret before it is accepted as well; a day by default.'),
  })
  .meta({ id: 'NewAppSecret' });

const appResource = schema
  .extend({
    id: schema.shape.id.describe('Also its `client_id` at `POST /oauth2/token`.'),
    href: z.url(),
    created: schema.shape.created.describe('Where it is known.'),
    last_used: schema.shape.last_used.describe(
      'When it last got an access token, to the hour; left out when that is not known.',
    ),
    previous_secret_until: schema.shape.previous_secret_until.describe(
      'Until when the secret before the last rotation is accepted as well.',
    ),
    client_secret: z
      .string()
      .optional()
      .meta({ description: 'Shown only when it is new.', format: 'password', readOnly: true }),
  })
  .meta({ id: 'App' });

const appName = schema.pick({ id: true, name: true }).meta({ id: 'AppName' });

const appToJson = (app: App, hrefs: Hrefs): z.output<typeof appResource> => ({
  ...app,
  href: hrefs.app(app.id),
});

const row = { tag: 'Apps', access: { scope: 'svc.apps.admin', subject: 'none' } } as const;

const path = '/api/v1/apps';

export const appOperations: Operation[] = [
  operation.post(path, {
    ...row,
    id: 'createApp',
    summary: 'Register app',
    description:
      'Creates its id and a secret, with which it gets access tokens. The secret is shown only once. An app cannot ' +
      'be given scopes that the access token lacks. With an external issuer, which has apps of its own, it is 404.',
    input: { body: newApp },
    answer: {
      status: 201,
      body: appResource,
      problems: [...problemsOf('apps.create'), 'not_found'],
    },
    audit: { resource: 'app' },
    async handle({ connectors, sealing, body, bearer, hrefs, newId, ...request }) {
      const { developer } = accountOf(request);
      const scopes = [...new Set(body.scopes)];
      for (const scope of scopes) requireScope(scope, bearer);
      const id = newId();
      const client_secret = newClientSecret();
      const created = await connectors('apps.create', {
        ...body,
        developer,
        id,
        scopes,
        client_secret: sealing.seal({ purpose: 'app-secret', id }, client_secret),
      });
      return {
        headers: { Location: hrefs.app(id), 'Cache-Control': 'no-store' },
        body: { ...appToJson(created, hrefs), client_secret },
      };
    },
  }),
  operation.get(path, {
    ...row,
    id: 'listApps',
    summary: 'List apps',
    description: 'In the order in which they were registered, without their secrets.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(appResource), problems: ['not_found'] },
    async handle({ connectors, query, hrefs, url, ...request }) {
      const { developer } = accountOf(request);
      const page = await connectors('apps.list', { developer, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (app) => appToJson(app, hrefs));
    },
  }),
  operation.get(`${path}/names`, {
    tag: row.tag,
    access: {
      scope: ['svc.things.read', 'svc.connector.read', 'svc.audit.read'],
      subject: 'none',
    },
    id: 'listAppNames',
    summary: 'List names of apps',
    description: 'For those who read what apps did, which names them by their ids.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(appName), problems: ['not_found'] },
    async handle({ connectors, query, hrefs, url, ...request }) {
      const { developer } = accountOf(request);
      const page = await connectors('apps.list', { developer, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, ({ id, name }) => ({ id, name }));
    },
  }),
  operation.get(`${path}/:id`, {
    ...row,
    id: 'getApp',
    summary: 'Retrieve app',
    description: 'Its name and scopes, without its secret.',
    answer: { status: 200, body: appResource },
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      const { developer } = accountOf(request);
      return representationOf(await connectors('apps.read', { developer, id }), hrefs);
    },
  }),
  operation.patch(`${path}/:id`, {
    ...row,
    id: 'updateApp',
    summary: 'Change app',
    description:
      'Its name and the origins of its web pages, by a JSON Merge Patch (RFC 7396). Origins count within a minute.',
    input: { body: appPatch },
    answer: {
      status: 204,
      others: changedAnswer(appResource),
      problems: problemsOf('apps.update'),
    },
    audit: { resource: 'app' },
    async handle({ connectors, params: { id }, body, hrefs, header, ...request }) {
      const { developer } = accountOf(request);
      const { name, allowed_origins: origins } = body;
      const app = await connectors('apps.update', {
        developer,
        id,
        name,
        ...(origins !== undefined && { allowed_origins: origins ?? [] }),
        ...expectedBy(header),
      });
      const changed = { version: appVersion(app) };
      return answerPatch(header, changed, async () => representationOf(app, hrefs));
    },
  }),
  operation.post(`${path}/:id/rotate`, {
    ...row,
    id: 'rotateAppSecret',
    summary: 'Rotate the secret of an app',
    description:
      'The new secret is shown only once. The previous one stays valid for a day, or for `overlap_seconds`, and the one ' +
      'before it becomes invalid. Needs all scopes of the app.',
    input: { body: newSecret, optionalBody: true },
    answer: {
      status: 200,
      body: appResource,
      problems: [...problemsOf('apps.rotate'), 'already_exists'],
    },
    audit: { resource: 'app' },
    async handle({ connectors, sealing, body, bearer, params: { id }, hrefs, newId, ...request }) {
      const { developer } = accountOf(request);
      const client_secret = newClientSecret();
      const rotated = await connectors('apps.rotate', {
        developer,
        id,
        rotation: newId(),
        scopes: bearer.scopes,
        client_secret: sealing.seal({ purpose: 'app-secret', id }, client_secret),
        overlap_seconds: defaultOverlapSeconds,
        ...body,
      });
      return {
        headers: { 'Cache-Control': 'no-store' },
        body: { ...appToJson(rotated, hrefs), client_secret },
      };
    },
  }),
  operation.delete(`${path}/:id`, {
    ...row,
    id: 'deleteApp',
    summary: 'Revoke app',
    description:
      'It gets no more access tokens; those that it has expire within an hour. Its callback and the messages that ' +
      'wait for it are dropped, and its connect sessions end within a minute. What it created stays.',
    answer: { status: 204 },
    audit: { resource: 'app' },
    async handle({ connectors, params: { id }, header, ...request }) {
      const { developer } = accountOf(request);
      await connectors('apps.remove', { developer, id, ...expectedBy(header) });
    },
  }),
];

/** Returns an app, in the version that a patch changes. */
const representationOf = (app: App, hrefs: Hrefs) => ({
  body: appToJson(app, hrefs),
  etag: tagOf(appVersion(app), app),
});

/** Returns the account whose apps they are; throws `not_found` where an external issuer has them. */
function accountOf({ issueToken, caller }: Pick<OperationRequest, 'issueToken' | 'caller'>) {
  if (!issueToken) throw new Problem('not_found', 'An external issuer has the apps.');
  return caller;
}

const newClientSecret = () => randomBytes(32).toString('base64url');
