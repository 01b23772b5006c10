import type { CheckResult } from '@trellis/contracts';
import { issuerKeys } from './token.js';

const what = 'JWKS_URL';

/** Checks whether the keys of an external issuer of access tokens can be fetched. */
export async function checkIssuer(jwksUrl: string | undefined): Promise<CheckResult[]> {
  if (jwksUrl === undefined) return [];
  const keys = issuerKeys(jwksUrl);
  try {
    await keys.reload();
  } catch (error) {
    const found = `The key set cannot be fetched: ${(error as Error).message}`;
    const remedy =
      'See that it is the address of the key set, and that this machine can connect to it: names, network ' +
      'policies, and authorities of certificates (NODE_EXTRA_CA_CERTS).';
    return [{ what, found, remedy }];
  }
  const count = keys.jwks()?.keys.length ?? 0;
  if (count > 0) return [{ what, found: `The key set of the issuer has ${count} keys.` }];
  const remedy = 'Have the issuer publish its keys: no access token can be verified.';
  return [{ what, found: 'The key set of the issuer is empty.', remedy }];
}
