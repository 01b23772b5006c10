import type { ProblemCode, ProblemExtras } from '@trellis/contracts';

/** The absolute addresses of resources, all below the public address of the service. */
export type Hrefs = ReturnType<typeof createHrefs>;

export function createHrefs(base: string) {
  const at = (...segments: string[]) => {
    let address = `${base}/api/v1`;
    for (const segment of segments) address += `/${encodeURIComponent(segment)}`;
    return address;
  };
  const withTicket = (address: string, ticket: string) =>
    `${address}?ticket=${encodeURIComponent(ticket)}`;
  const hrefs = {
    base,
    description: (id: number) => at('connectors', 'descriptions', String(id)),
    type: (id: string) => at('connectors', 'types', id),
    /** The public address of the logo of a type of an account. */
    typeLogo: (id: string) => at('connectors', 'logos', id),
    agent: (id: string) => at('agents', id),
    instance: (id: string) => at('connectors', 'instances', id),
    client: (id: string) => at('connectors', 'clients', id),
    unit: (id: string) => at('units', id),
    modelImport: (id: string) => at('units', 'models', 'imports', id),
    unitProperty: (id: string, name: string) => at('units', id, 'properties', name),
    scene: (id: string) => at('scenes', id),
    subject: (id: string) => at('subjects', id),
    erasure: (id: string) => at('erasures', id),
    environmentErasure: (id: string) => at('environments', id, 'erasure'),
    things: at('things'),
    thing: (id: string) => at('things', id),
    thingProperties: (id: string) => at('things', id, 'properties'),
    thingProperty: (id: string, name: string) => at('things', id, 'properties', name),
    /** The stream of a property; a ticket replaces the access token there. */
    observe: (id: string, name: string, ticket: string) =>
      withTicket(at('things', id, 'properties', name, 'observe'), ticket),
    thingAction: (id: string, name: string) => at('things', id, 'actions', name),
    thingEvent: (id: string, name: string) => at('things', id, 'events', name),
    /** The stream of an event; a ticket replaces the access token there. */
    subscribe: (id: string, name: string, ticket: string) =>
      withTicket(at('things', id, 'events', name), ticket),
    interaction: (id: string) => at('interactions', id),
    interactionResults: (id: string) => at('interactions', id, 'results'),
    events: at('events'),
    eventsWith: (ticket: string) => withTicket(at('events'), ticket),
    /** The page at which an end user's browser begins the authorization of a ticket. */
    authorization: (ticket: string) => at('connectors', 'authorizations', ticket),
    /** The redirect URI for authorization servers. */
    authorized: at('connectors', 'authorized'),
    /** The page that shows the code of a device authorization, whose `state` reaches no server. */
    deviceCode: (state: string) => `${base}/connect/code#${encodeURIComponent(state)}`,
    /** The page on which an end user connects technologies; with the text of a session, which reaches no server. */
    connect: (session?: string) => `${base}/connect/${session === undefined ? '' : `#${session}`}`,
    /** A picture of a technology, by its name. */
    logo: (name: string) => `${base}/connect/logos/${name}.svg`,
    /** Takes action requests for the things of connectors. */
    callback: at('connectors', 'callback'),
    /** The webhook of the calling app. */
    appCallback: at('callback'),
    delivery: (id: string) => at('callback', 'deliveries', id),
    redelivery: (id: string) => at('callback', 'redeliveries', id),
    subscription: (id: string) => at('subscriptions', id),
    subscriptionEvents: (id: string) => at('subscriptions', id, 'events'),
    alert: (id: string) => at('alerts', id),
    app: (id: string) => at('apps', id),
    /** The page that accepts an invitation. Browsers do not send the part with the secret. */
    invitation: (id: string, secret: string) => `${base}/console/invitation#${id}.${secret}`,
    problem: (code: ProblemCode) => `${base}/docs/problems#${code}`,
    /** The namespace of the terms of Trellis' own. */
    terms: `${base}/docs/terms#`,
  };
  /** Returns the address of the resource with which a request conflicts. */
  const existing = (resource: NonNullable<ProblemExtras['existing']>): string =>
    resource.kind === 'property'
      ? hrefs.unitProperty(resource.id, resource.name)
      : hrefs[resource.kind](resource.id);
  return { ...hrefs, existing };
}
