// Made from the scopes of access tokens by `npm run generate:client`.

/** The scopes that others include. */
export const impliedScopes: { readonly [scope: string]: readonly string[] } = {
  'svc.connector': ['svc.connector.read', 'svc.connector.pause'],
  'svc.things.admin': ['svc.things.act'],
};
