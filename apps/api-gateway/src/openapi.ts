import { describeOperations } from '@trellis/operations';
import { callbackMessages } from './events/callback-messages.js';
import { subscriptionMessages } from './events/subscription-messages.js';
import { operations } from './operations.js';

/** The groups of operations, in the order of the OpenAPI document. */
export const tags = {
  'Access tokens': 'How apps get the access tokens that all other operations need.',
  Apps: 'The programs of an account, each with the credentials by which it gets access tokens.',
  Organizations:
    'Companies with their members and environments, for people who are signed in. An environment is an account.',
  Connectors:
    'Connectors link remote technologies. An account configures an instance of a connector once; a client of it, ' +
    'for one subject, finds devices and makes things of them.',
  Agents:
    'Programs in the homes of subjects, through which connector clients reach what a hosted Trellis cannot.',
  Activity: 'What was done for connector clients, with the requests of what failed.',
  Connect: 'A page on which end users connect their technologies by themselves.',
  Things:
    'Devices and services as W3C Web of Things Thing Descriptions, with their values, actions, events and history.',
  Units:
    'Containers for things, such as buildings and rooms, in a graph without cycles, with properties, subjects and ' +
    'things.',
  Scenes:
    'Saved states of the things in or below units, which can be restored across technologies.',
  Subjects: 'The end users of apps, by the ids that the account uses for them.',
  Changes: 'How everything but the values of things changes, to keep a copy up to date.',
  Callbacks: 'Messages to an app: actions of its things, and the events that it subscribes to.',
  Subscriptions: 'Events that meet conditions, posted to an address or read as a stream.',
  Alerts: 'Rules by which an account is told of what fails, and of what works again.',
  Limits: 'The quotas of an account.',
  'Audit log': 'Who changed what, and when.',
  Health: 'Whether the service can do its work; without access token.',
} as const;

const documented = operations.filter(({ undocumented }) => undocumented === undefined);

/** Returns the OpenAPI document of a gateway whose public address is `server`. */
export const openApiDocument = (server: string) =>
  describeOperations(documented, {
    server,
    info: {
      title: 'Trellis',
      version: '1',
      description: 'Devices and services of your users as uniform things in your app.',
    },
    tags,
    webhooks: { ...callbackMessages, ...subscriptionMessages },
    describeParameter,
  });

/** The parameters of paths that are UUIDs, by the segment before them. */
const ids: Record<string, string> = {
  agents: 'The id of the agent.',
  activity: 'The id of the operation.',
  mcp_clients: 'The id of the MCP client.',
  alerts: 'The id of the alert rule.',
  clients: 'The id of the connector client.',
  children: 'The id of the child.',
  deliveries: 'The id of the delivery.',
  invitations: 'The id of the invitation.',
  members: 'The id of the member.',
  organizations: 'The id of the organization.',
  erasures: 'The id of the erasure.',
  imports: 'The id of the import.',
  instances: 'The id of the connector instance.',
  interactions: 'The id of the interaction, or of the batch.',
  parents: 'The id of the parent.',
  redeliveries: 'The id of the redelivery.',
  scenes: 'The id of the scene.',
  sessions: 'The id of the connect session.',
  subscriptions: 'The id of the subscription.',
  things: 'The id of the thing.',
  units: 'The id of the unit.',
};

/** The other parameters of paths. */
const names: Record<string, string> = {
  apps: 'The client id of the app.',
  authorizations: 'The ticket that the address of the authorization has.',
  descriptions: 'The number of the description.',
  environments: 'The id of the environment.',
  logos: 'The part of the address that nobody can guess.',
  types: 'The `type_id` of the type, or its number.',
  hooks: 'The part of the address that nobody can guess.',
  properties: 'The name of the property, percent-encoded.',
  actions: 'The name of the action, percent-encoded.',
  events: 'The name of the event, percent-encoded.',
  subjects: 'The id of the subject, as the account calls it, percent-encoded.',
};

const idForms = 'A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded.';

const describeParameter = (segment: string): string | undefined =>
  segment in ids ? `${ids[segment]} ${idForms}` : names[segment];
