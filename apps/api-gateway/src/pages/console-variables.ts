import { webOrigin, widestScopes } from '@trellis/contracts';
import { z } from 'zod';

/** Origins of web pages, separated by commas. */
export const originList = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .pipe(z.array(webOrigin));

/** Returns whether an address is one with `https`, or with `http` on localhost. */
const isSecureAddress = (text: string): boolean =>
  URL.canParse(text) && webOrigin.safeParse(new URL(text).origin).success;

/** With an external issuer there are no apps to manage. */
const usefulScopes = widestScopes.filter((scope) => scope !== 'svc.apps.admin');

export const consoleVariables = {
  CONSOLE_OPENID_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client id of the console at the external issuer (a public client); enables signing in there.',
    ),
  CONSOLE_OPENID_ISSUER: z
    .string()
    .refine(isSecureAddress, 'must be an address with https, or with http on localhost')
    .optional()
    .describe('Address of that issuer (OpenID Connect Discovery); `JWT_ISSUER` by default.'),
  CONSOLE_OPENID_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid')
    .default(['openid', ...usefulScopes].join(' '))
    .describe('Scopes that the console requests.'),
  CONSOLE_OPENID_AUDIENCE_PARAMETER: z
    .enum(['resource', 'audience', 'none'])
    .default('resource')
    .describe(
      'Parameter that requests tokens for `JWT_AUDIENCE`: `resource` (RFC 8707), `audience` or `none`.',
    ),
  CONSOLE_OPENID_ORIGINS: originList
    .default([])
    .describe(
      'Further origins that the console may call, such as that of the token endpoint, separated by commas.',
    ),
};

type ConsoleVariables = z.output<z.ZodObject<typeof consoleVariables>> & {
  JWT_SECRET?: string | undefined;
  JWT_ISSUER?: string | undefined;
  JWT_AUDIENCE?: string | undefined;
};

/** Reports combinations of variables that are not valid. */
export function checkConsoleVariables(
  variables: ConsoleVariables,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const { JWT_SECRET, JWT_ISSUER = '', JWT_AUDIENCE } = variables;
  const { CONSOLE_OPENID_CLIENT_ID: clientId, CONSOLE_OPENID_ISSUER: issuer } = variables;
  const check = (isFine: boolean, name: keyof typeof consoleVariables, message: string) => {
    if (!isFine) addIssue({ code: 'custom', path: [name], message });
  };
  if (clientId === undefined) {
    check(
      issuer === undefined,
      'CONSOLE_OPENID_CLIENT_ID',
      'must be set with CONSOLE_OPENID_ISSUER',
    );
    return;
  }
  check(
    JWT_SECRET === undefined,
    'CONSOLE_OPENID_CLIENT_ID',
    'needs an external issuer: set JWKS_URL or JWT_PUBLIC_KEY in place of JWT_SECRET',
  );
  check(
    issuer !== undefined || isSecureAddress(JWT_ISSUER),
    'CONSOLE_OPENID_ISSUER',
    'must be set with CONSOLE_OPENID_CLIENT_ID, as JWT_ISSUER is not an address with https',
  );
  // A resource is an absolute address (RFC 8707, section 2).
  check(
    variables.CONSOLE_OPENID_AUDIENCE_PARAMETER !== 'resource' ||
      JWT_AUDIENCE === undefined ||
      URL.canParse(JWT_AUDIENCE),
    'CONSOLE_OPENID_AUDIENCE_PARAMETER',
    'must be audience or none, as JWT_AUDIENCE is not an address',
  );
}
