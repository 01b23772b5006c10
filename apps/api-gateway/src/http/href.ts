/** The absolute addresses of resources, all below the public address of the service. */
export interface Hrefs {
  base: string;
  description(id: number): string;
  instance(id: string): string;
  client(id: string): string;
  unit(id: string): string;
  unitProperty(id: string, name: string): string;
  subject(id: string): string;
  /** The list of things. */
  things: string;
  thing(id: string): string;
  thingProperties(id: string): string;
  thingProperty(id: string, name: string): string;
  /** Where a property is observed; a ticket stands for an access token there. */
  observe(id: string, name: string, ticket: string): string;
  thingAction(id: string, name: string): string;
  /** What has become of a write or an action. */
  interaction(id: string): string;
  /** The stream of everything that happens to things. */
  events: string;
  /** Where an end user's browser begins the authorization that a ticket stands for. */
  authorization(ticket: string): string;
  /** Where providers send the browsers of end users back to. */
  authorized: string;
  /** Where action requests for the things of connectors are taken. */
  callback: string;
  /** Where an app registers its own callback. */
  appCallback: string;
  delivery(id: string): string;
  /** Where a kind of problem is explained. */
  problem(code: string): string;
}

export const apiPrefix = '/api/v1';

export function createHrefs(base: string): Hrefs {
  const at = (...segments: string[]) =>
    `${base}${apiPrefix}/${segments.map(encodeURIComponent).join('/')}`;
  return {
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
    interaction: (id) => at('interactions', id),
    events: at('events'),
    authorization: (ticket) => at('connectors', 'authorizations', ticket),
    authorized: at('connectors', 'authorized'),
    callback: at('connectors', 'callback'),
    appCallback: at('callback'),
    delivery: (id) => at('callback', 'deliveries', id),
    problem: (code) => `${base}/docs/problems#${code}`,
  };
}
