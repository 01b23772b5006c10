import { describeOperations } from '@trellis/operations';
import { webhooks } from './callbacks/openapi.js';
import { tags } from './context/tags.js';
import { operations } from './operations.js';

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
    webhooks,
    describeParameter,
  });

/** The parameters of paths, by the segment before them. */
const parameters: Record<string, string> = {
  apps: 'The client id of the app.',
  authorizations: 'The ticket that the address of the authorization has.',
  clients: 'The id of the connector client.',
  children: 'The id of the child.',
  deliveries: 'The id of the delivery.',
  descriptions: 'The number of the description.',
  hooks: 'The part of the address that nobody can guess.',
  instances: 'The id of the connector instance.',
  interactions: 'The id of the interaction, or of the batch.',
  parents: 'The id of the parent.',
  properties: 'The name of the property, percent-encoded.',
  actions: 'The name of the action, percent-encoded.',
  events: 'The name of the event, percent-encoded.',
  subscriptions: 'The id of the subscription.',
  subjects: 'The id of the subject, as the account calls it, percent-encoded.',
  things: 'The id of the thing.',
  units: 'The id of the unit.',
};

const otherForms = ' A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded.';
const uuidSegments = [
  'units',
  'things',
  'instances',
  'clients',
  'interactions',
  'deliveries',
  'subscriptions',
  'parents',
  'children',
];

function describeParameter(segment: string): string | undefined {
  const description = parameters[segment];
  return description !== undefined && uuidSegments.includes(segment)
    ? description + otherForms
    : description;
}
