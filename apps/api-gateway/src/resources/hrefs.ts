import type { ProblemHrefs } from '@trellis/operations';

/** The absolute addresses of resources, all below the public address of the service. */
export interface Hrefs extends ProblemHrefs {
  base: string;
  description(id: number): string;
  instance(id: string): string;
  client(id: string): string;
  unit(id: string): string;
  unitProperty(id: string, name: string): string;
  subject(id: string): string;
  things: string;
  thing(id: string): string;
  thingProperties(id: string): string;
  thingProperty(id: string, name: string): string;
  /** The stream of a property; a ticket replaces the access token there. */
  observe(id: string, name: string, ticket: string): string;
  thingAction(id: string, name: string): string;
  thingEvent(id: string, name: string): string;
  /** The stream of an event; a ticket replaces the access token there. */
  subscribe(id: string, name: string, ticket: string): string;
  /** The outcome of a write or an action. */
  interaction(id: string): string;
  /** The results of the things of a batch. */
  interactionResults(id: string): string;
  /** The stream of everything that happens to things. */
  events: string;
  /** The page at which an end user's browser begins the authorization of a ticket. */
  authorization(ticket: string): string;
  /** The redirect URI for authorization servers. */
  authorized: string;
  /** The page on which an end user connects technologies; with the text of a session, which reaches no server. */
  connect(session?: string): string;
  /** A picture of a technology, by its name. */
  logo(name: string): string;
  /** Takes action requests for the things of connectors. */
  callback: string;
  /** The webhook of the calling app. */
  appCallback: string;
  delivery(id: string): string;
  subscription(id: string): string;
  /** The stream of what a subscription matches. */
  subscriptionEvents(id: string): string;
  app(id: string): string;
}

export function createHrefs(base: string): Hrefs {
  const at = (...segments: string[]) => {
    let address = `${base}/api/v1`;
    for (const segment of segments) address += `/${encodeURIComponent(segment)}`;
    return address;
  };
  const hrefs: Hrefs = {
    base,
    description: (id) => at('connectors', 'descriptions', String(id)),
    instance: (id) => at('connectors', 'instances', id),
    client: (id) => at('connectors', 'clients', id),
    unit: (id) => at('units', id),
    unitProperty: (id, name) => at('units', id, 'properties', name),
    subject: (id) => at('subjects', id),
    things: at('things'),
    thing: (id) => at('things', id),
    thingProperties: (id) => at('things', id, 'properties'),
    thingProperty: (id, name) => at('things', id, 'properties', name),
    observe: (id, name, ticket) =>
      `${at('things', id, 'properties', name, 'observe')}?ticket=${encodeURIComponent(ticket)}`,
    thingAction: (id, name) => at('things', id, 'actions', name),
    thingEvent: (id, name) => at('things', id, 'events', name),
    subscribe: (id, name, ticket) =>
      `${at('things', id, 'events', name)}?ticket=${encodeURIComponent(ticket)}`,
    interaction: (id) => at('interactions', id),
    interactionResults: (id) => at('interactions', id, 'results'),
    events: at('events'),
    authorization: (ticket) => at('connectors', 'authorizations', ticket),
    authorized: at('connectors', 'authorized'),
    connect: (session) => `${base}/connect/${session === undefined ? '' : `#${session}`}`,
    logo: (name) => `${base}/connect/logos/${name}.svg`,
    callback: at('connectors', 'callback'),
    appCallback: at('callback'),
    delivery: (id) => at('callback', 'deliveries', id),
    subscription: (id) => at('subscriptions', id),
    subscriptionEvents: (id) => at('subscriptions', id, 'events'),
    app: (id) => at('apps', id),
    problem: (code) => `${base}/docs/problems#${code}`,
    existing: (resource) =>
      resource.kind === 'property'
        ? hrefs.unitProperty(resource.id, resource.name)
        : hrefs[resource.kind](resource.id),
  };
  return hrefs;
}
