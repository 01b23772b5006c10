import { impliedScopes } from '@trellis/contracts';
import { format, resolveConfig } from 'prettier';

/** Returns the table of scopes that include others for the client. */
export async function clientScopes(): Promise<string> {
  const text = `// Made from the scopes of access tokens by \`npm run generate:client\`.

/** The scopes that others include. */
export const impliedScopes: { readonly [scope: string]: readonly string[] } = ${JSON.stringify(impliedScopes)};
`;
  const options = await resolveConfig(new URL(import.meta.url));
  return format(text, { ...options, parser: 'typescript' });
}
