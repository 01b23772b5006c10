/** The scopes that the tools of agents need: those of an agent that does not say which it wants. */
export const agentScopes = [
  'svc.things.read',
  'svc.things.act',
  'svc.units.read',
  'svc.connector.read',
  'svc.audit.read',
] as const;

/** The address for which access tokens of agents are. */
export const agentResource = (base: string): string => `${base}/mcp`;
