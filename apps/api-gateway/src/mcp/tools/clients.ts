import type { ClientError, ClientWarning, Remedy } from '@trellis/contracts';
import { subjectHeader } from '@trellis/operations';
import { z } from 'zod';
import type {
  connectorClientResource,
  listedClientResource,
} from '../../connectors/client-resource.js';
import type { operationResource } from '../../connectors/activity.js';
import { cursor, idOf, nextCursor, nextPage, shortText } from '../members.js';
import { tool, type Tool, type ToolRequest } from '../tool.js';

const maxListed = 50;

const maxWarnings = 10;

/** The last operations of a client that failed. */
const maxFailures = 5;

const listed = z.object({
  client: z.string(),
  connector: z.string(),
  subject: z.string(),
  status: z.string(),
  code: z.string().optional(),
  since: z.string().optional(),
  warnings: z.number(),
  paused: z.boolean().optional(),
  awaits_authorization: z.boolean().optional(),
  things: z.number().describe('1000 are 1000 or more.'),
});

const issue = z.object({
  code: z.string(),
  cause: z.string().optional(),
  address: z.string().optional(),
  meaning: z.string(),
  detail: z.string(),
});

const explanation = z.object({
  client: z.string(),
  connector: z.string(),
  subject: z.string(),
  status: z.string(),
  things: z.number(),
  error: issue
    .extend({ since: z.string(), remedy: z.string().optional(), what_to_do: z.string() })
    .optional(),
  authorization: z.string().optional().describe('Where the end user authorizes it, in a browser.'),
  warnings: z.array(z.looseObject({ code: z.string() })),
  failures: z.array(z.string()),
  last_polled: z.string().nullable(),
  next_poll: z.string().nullable(),
  connection: z.looseObject({ state: z.string() }).optional(),
  paused: z.looseObject({ since: z.string() }).optional(),
  removal: z.looseObject({ since: z.string() }).optional(),
  truncated: z.string().optional(),
});

export const clientTools: Tool[] = [
  tool({
    name: 'list_client_problems',
    title: 'List connector clients with problems',
    description:
      'Connector clients that somebody should look at: their polls fail, have warnings, wait for an authorization, or they ' +
      'cannot be removed.',
    access: 'svc.connector.read',
    effect: 'reads',
    input: z.strictObject({
      subject: z.string().optional().describe('Only those of an end user.'),
      paused: z.boolean().default(false).describe('Lists paused clients instead.'),
      cursor,
    }),
    output: z.object({ clients: z.array(listed), ...nextPage }),
    argumentOf: { [`/headers/${subjectHeader}`]: 'subject' },
    async run(request, { subject, paused, cursor }) {
      const which = paused ? { paused: 'true' } : { attention: 'true' };
      const query = { ...which, view: 'summary', limit: String(maxListed), cursor };
      const [answer, names] = await Promise.all([
        request.callOperation('listConnectorClients', { query, headers: headersFor(subject) }),
        connectorNames(request),
      ]);
      const clients = answer.body as z.output<typeof listedClientResource>[];
      return { clients: clients.map((client) => toListed(client, names)), ...nextCursor(answer) };
    },
  }),
  tool({
    name: 'explain_client',
    title: 'Explain a connector client',
    description:
      'The state of a connector client, and if it fails: what happened, what to do, and the next attempt.',
    access: 'svc.connector.read',
    effect: 'reads',
    input: z.strictObject({ client: z.string().describe('The id of the client.') }),
    output: explanation,
    async run(request, { client: id }) {
      const query = { outcome: 'failed', limit: String(maxFailures) };
      const [{ body }, { body: failed }, names] = await Promise.all([
        request.callOperation('getConnectorClient', { params: { id } }),
        request.callOperation('listClientOperations', { params: { id }, query }),
        connectorNames(request),
      ]);
      const failures = failed as z.output<typeof operationResource>[];
      return explain(body as z.output<typeof connectorClientResource>, { failures, names });
    },
  }),
];

/** Returns the headers that choose a subject, as Node.js decodes them. */
const headersFor = (subject: string | undefined) =>
  subject === undefined
    ? {}
    : { [subjectHeader.toLowerCase()]: Buffer.from(subject).toString('latin1') };

async function connectorNames({
  descriptions,
  caller: { developer },
}: ToolRequest): Promise<Map<number, string>> {
  return new Map((await descriptions(developer)).map(({ id, name }) => [id, name]));
}

function connectorName({ connector }: Pick<Client, 'connector'>, names: Map<number, string>) {
  const id = idOf(connector);
  return names.get(Number(id)) ?? id;
}

type Client = z.output<typeof connectorClientResource>;

function toListed(
  client: z.output<typeof listedClientResource>,
  names: Map<number, string>,
): z.output<typeof listed> {
  return listed.parse({
    ...client,
    client: client.id,
    connector: connectorName(client, names),
    subject: idOf(client.subject),
    code: client.error?.code,
    since: client.error?.since,
    paused: client.paused ? true : undefined,
    awaits_authorization: client.awaits_authorization || undefined,
  });
}

interface Known {
  failures: z.output<typeof operationResource>[];
  names: Map<number, string>;
}

function explain(client: Client, { failures, names }: Known) {
  const { error, warnings } = client;
  return explanation.parse({
    ...client,
    client: client.id,
    connector: connectorName(client, names),
    subject: idOf(client.subject),
    things: client.mappings.length,
    error: error && {
      ...toIssue(error),
      since: error.since,
      remedy: error.remedy,
      what_to_do: error.advice ?? (error.remedy === undefined ? noAdvice : advice[error.remedy]),
    },
    authorization: client.authorization?.href,
    warnings: warnings.slice(0, maxWarnings).map(toIssue),
    failures: failures.map(
      ({ kind, count, last, detail }) =>
        `${last} ${kind} (${count} times): ${shortText(detail ?? '')}`,
    ),
    truncated:
      warnings.length > maxWarnings
        ? `The first ${maxWarnings} of ${warnings.length} warnings are shown.`
        : undefined,
  });
}

const toIssue = ({ code, detail, cause, address }: ClientWarning) => ({
  code,
  cause,
  address,
  meaning: meanings[code],
  detail: shortText(detail),
});

/** The meanings of the codes of errors and warnings of connector clients, for an MCP client that explains them. */
const meanings: Record<ClientError['code'], string> = {
  unavailable: 'The remote technology cannot be reached, or does not answer as it should.',
  authorization_required:
    'The remote technology does not accept the credentials, or the authorization was revoked or has expired.',
  misconfigured: 'The configuration cannot work with the remote technology.',
  another_device: 'Another device or bridge than before answers at the address; it is not used.',
  connector_failed: 'The connector has a fault; operators of the service have it in their logs.',
  set_aside:
    'Polls of the client stopped the service again and again, so that it is not polled any more.',
  quota_exceeded: 'The account has no room for the thing.',
  only_polled: 'No process has room to listen for the client: changes are seen when it is polled.',
  no_devices: 'No device was found. The detail says what to check.',
  no_values: 'Devices have no known value of any property. The detail says what to check.',
  flooding: 'A device reports so often that not each of its values is stored.',
  sweep_held: 'Most devices are missing at once, and are not marked as vanished yet.',
  paused: 'The client is paused.',
};

/** Advice about an error, by its remedy. */
const advice: Record<Remedy, string> = {
  retry: 'Wait: polling goes on by itself with growing intervals, until it succeeds again.',
  wait: 'Wait until the remote technology takes requests again; polling then goes on by itself.',
  reauthorize: 'The end user has to grant access again, as when it was connected.',
  'fix-configuration':
    'Correct the configuration of the client, or of the instance of its connector. After `another_device`, sending it ' +
    'again unchanged accepts the device that answers.',
  resume: 'Resume the client.',
};

const noAdvice = 'Nothing that a caller can do is known: ask the operators of the service.';
