import { randomBytes } from 'node:crypto';
import {
  alertTestTimeouts,
  alertVersion,
  thingAlertKinds,
  type AlertCondition,
} from '@trellis/contracts';
import {
  expectedBy,
  listAnswer,
  pageOf,
  pageQuery,
  requireScope,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { withoutAliases } from '../things/aliases.js';
import {
  alertPatch,
  alertResource,
  alertTest,
  alertToJson,
  alertWithState,
  alertWithStateToJson,
  newAlert,
  withBareCondition,
} from './resource.js';

const row = { tag: 'Alerts', access: { scope: 'svc.connector', subject: 'none' } } as const;
const reading = { ...row, access: { ...row.access, scope: 'svc.connector.read' } } as const;

const path = '/api/v1/alerts';

const thingsNote = 'A condition on things needs `svc.things.read`, too.';

export const alertOperations: Operation[] = [
  operation.post(path, {
    ...row,
    id: 'createAlert',
    summary: 'Create alert rule',
    description:
      'Tells of clients, things, messages, quotas or authorizations that fail: by e-mail, to a webhook that is signed as ' +
      `Standard Webhooks, or to a Slack-compatible webhook. ${thingsNote}`,
    input: {
      body: newAlert,
      bareIds: ({ condition, ...body }, forms) => ({
        condition: withBareCondition(condition, forms),
        ...body,
      }),
    },
    answer: {
      status: 201,
      body: alertResource,
      problems: [...problemsOf('alerts.create'), 'insufficient_scope'],
    },
    audit: { resource: 'alert' },
    async handle({ body: { condition, webhook, slack, ...body }, newId, ...request }) {
      const { connectors, caller, bearer, hrefs } = request;
      const { developer } = caller;
      requireScopesOf(condition, request);
      const id = newId();
      const secret = newSecret();
      const { rule, secretStored } = await connectors('alerts.create', {
        ...body,
        developer,
        app: bearer.app,
        id,
        condition: await withPresentThings(request, condition),
        ...(webhook !== undefined && {
          webhook: { url: webhook, secret: seal(request, id, secret) },
        }),
        ...(slack !== undefined && { slack: sealSlack(request, id, slack) }),
      });
      return {
        headers: { Location: hrefs.alert(id) },
        body: { ...alertToJson(rule, hrefs), ...(secretStored && { secret }) },
      };
    },
  }),
  operation.get(path, {
    ...reading,
    id: 'listAlerts',
    summary: 'Retrieve alert rules',
    description: 'In the order of their creation, each with how many items fire.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(alertResource) },
    async handle({ connectors, caller: { developer }, query, hrefs, url }) {
      const page = await connectors('alerts.list', { developer, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (rule) => alertToJson(rule, hrefs));
    },
  }),
  operation.get(`${path}/:id`, {
    ...reading,
    id: 'getAlert',
    summary: 'Retrieve alert rule',
    description: 'With what fires now and since when, and its latest messages with their outcomes.',
    answer: { status: 200, body: alertWithState },
    async handle({ connectors, caller: { developer }, params: { id }, hrefs }) {
      const found = await connectors('alerts.read', { developer, id });
      const body = alertWithStateToJson(found, hrefs);
      return { body, etag: tagOf(alertVersion(found), body) };
    },
  }),
  operation.patch(`${path}/:id`, {
    ...row,
    id: 'updateAlert',
    summary: 'Change or silence alert rule',
    description:
      'Changes the given members; null removes a webhook, the repetition or the silence. While it is silenced, the rule ' +
      `goes on to watch, and then tells what still fires. ${thingsNote}`,
    input: {
      body: alertPatch,
      bareIds: ({ condition, ...body }, forms) => ({
        ...(condition && { condition: withBareCondition(condition, forms) }),
        ...body,
      }),
    },
    answer: {
      status: 200,
      body: alertResource,
      problems: [...problemsOf('alerts.update'), 'insufficient_scope'],
    },
    audit: { resource: 'alert' },
    async handle({ params: { id }, body: given, header, ...request }) {
      const { condition, webhook, slack, rotate_secret, ...body } = given;
      const { connectors, caller, hrefs } = request;
      const { developer } = caller;
      if (condition) requireScopesOf(condition, request);
      const before = await connectors('alerts.read', { developer, id });
      const secret = newSecret();
      const url = webhook === undefined && rotate_secret ? before.webhook : webhook;
      const { rule, secretStored } = await connectors('alerts.update', {
        ...body,
        developer,
        id: before.id,
        condition: condition && (await withPresentThings(request, condition)),
        webhook:
          typeof url === 'string'
            ? { url, secret: seal(request, before.id, secret), rotate: rotate_secret }
            : url,
        slack: typeof slack === 'string' ? sealSlack(request, before.id, slack) : slack,
        ...expectedBy(header),
      });
      return {
        body: { ...alertToJson(rule, hrefs), ...(secretStored && { secret }) },
        etag: alertVersion(rule),
      };
    },
  }),
  operation.delete(`${path}/:id`, {
    ...row,
    id: 'deleteAlert',
    summary: 'Delete alert rule',
    description: 'Messages that have not been accepted are dropped.',
    answer: { status: 204, problems: problemsOf('alerts.remove') },
    audit: { resource: 'alert' },
    async handle({ connectors, caller: { developer }, params: { id }, header }) {
      await connectors('alerts.remove', { developer, id, ...expectedBy(header) });
    },
  }),
  operation.post(`${path}/:id/test`, {
    ...row,
    id: 'testAlert',
    summary: 'Send a test message',
    description:
      'Sends a message through each channel of the rule, once, and answers with what came of it. At most every ten seconds.',
    answer: { status: 200, body: alertTest, problems: problemsOf('alerts.test') },
    limits: { timeoutMs: () => alertTestTimeouts.requestMs },
    audit: { resource: 'alert' },
    async handle({ connectors, caller: { developer }, params: { id } }) {
      return { body: await connectors('alerts.test', { developer, id }) };
    },
  }),
];

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

type Sealer = Pick<OperationRequest, 'sealing' | 'caller'>;

const seal = ({ sealing, caller: { developer } }: Sealer, id: string, secret: string) =>
  sealing.seal({ purpose: 'alert_rules.secret', developer, id }, secret);

const sealSlack = ({ sealing, caller: { developer } }: Sealer, id: string, url: string) =>
  sealing.seal({ purpose: 'alert_rules.slack', developer, id }, url);

/** Requires the scope for what messages reveal. */
function requireScopesOf({ kind }: AlertCondition, { bearer }: Pick<OperationRequest, 'bearer'>) {
  if (thingAlertKinds.some((one) => one === kind)) requireScope('svc.things.read', bearer);
}

/** Replaces the ids of merged and replaced things in a condition. */
const withPresentThings = async (
  request: Pick<OperationRequest, 'units' | 'caller'>,
  condition: AlertCondition,
): Promise<AlertCondition> =>
  'things' in condition && condition.things
    ? { ...condition, things: await withoutAliases(request, condition.things) }
    : condition;
