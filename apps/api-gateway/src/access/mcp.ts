/** The scopes that the tools of MCP clients need: those of an MCP client that does not say which it wants. */
export const mcpScopes = [
  'svc.things.read',
  'svc.things.act',
  'svc.units.read',
  'svc.connector.read',
  'svc.audit.read',
] as const;

/** The address for which access tokens of MCP clients are. */
export const mcpResource = (base: string): string => `${base}/mcp`;
