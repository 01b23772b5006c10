import { createHash } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { plainText } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { Mailer } from '@trellis/mail';
import { deriveSecrets } from '@trellis/sealing';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import { v7 as newId } from 'uuid';
import { removeMcpClientsOf } from '../mcp-clients/mcp-clients.js';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { invitedTo, isInvited } from '../organizations/open-invitation.js';
import { backupCodeOptions, hashedBackupCodes } from './backup-codes.js';
import { refuseCommon } from './common-passwords.js';
import { refuseOwnWords } from './own-words.js';
import { hash, verify } from './passwords.js';
import { passwordMail, verificationMail } from '../mails.js';
import { openId, type OpenIdOptions } from './openid.js';
import { endOf, sessionMs } from './session-times.js';
import { singleUseCodes } from './single-use-codes.js';
import { ways } from './ways.js';

export interface AuthOptions {
  prisma: PrismaClient;
  /** Public address of the product. */
  base: string;
  secretsKeys: string;
  signUp: 'invited' | 'open';
  /** How long a session lasts without a request (ms). */
  idleMs: number;
  /** An OpenID provider at which people may sign in, too. */
  openid?: OpenIdOptions | undefined;
  mailer: Mailer | undefined;
  log: Pick<Logger, 'warn'>;
}

export type Auth = ReturnType<typeof createAuth>;

/** OWASP ASVS 5.0: 6.2.1 and 6.2.9; see docs/sign-in.md. */
const passwordLength = { minPasswordLength: 12, maxPasswordLength: 128 };

/** How long after signing in somebody may add a passkey (s): ASVS 7.5.1. */
const freshSeconds = 60 * 60;

/** Paths at which somebody ends the other sessions. */
const endingOthers = ['/revoke-sessions', '/revoke-other-sessions', '/change-password'];

/** The library takes names of any length, and pictures. */
const personName = plainText.max(100);
const nameRule = 'A name has 1 to 100 characters, and people have no pictures.';

const signUpPath = '/sign-up/email';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Returns the person whose password is changed: by the session, or by the link of an e-mail. */
async function personOf(context: Context): Promise<{ id?: string; email?: string; name?: string }> {
  const { internalAdapter } = context.context;
  const { token } = (context.body ?? {}) as { token?: unknown };
  if (typeof token !== 'string') return (await getSessionFromCtx(context))?.user ?? {};
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return (found && (await internalAdapter.findUserById(found.value))) ?? {};
}

const namesOf = async (prisma: PrismaClient, where: Prisma.OrganizationWhereInput) =>
  (await prisma.organization.findMany({ where, select: { name: true }, take: 100 })).map(
    ({ name }) => name,
  );

/** The header with the id and the secret of an invitation, with which people without an account sign up. */
const invitationHeader = 'x-trellis-invitation';

/** Creates the sign-in of people: passwords, second steps, passkeys and sessions (https://better-auth.com/docs). */
export function createAuth(options: AuthOptions) {
  const { prisma, base, secretsKeys, signUp, idleMs, openid, mailer, log } = options;
  // Nobody waits: the time of an answer would say whether an address is known.
  const send = async (mail: { to: string; subject: string; text: string; html: string }) => {
    mailer?.send({ id: newId(), ...mail }).then(
      ({ status }) =>
        status === 'delivered' || log.warn({ code: status }, 'an e-mail was not sent'),
      (error: unknown) => log.warn({ err: error }, 'an e-mail was not sent'),
    );
  };
  return betterAuth({
    appName: 'Trellis',
    baseURL: base,
    basePath: '/api/auth',
    secrets: secretsOf(secretsKeys),
    database: prismaAdapter(prisma, { provider: 'postgresql', transaction: true }),
    telemetry: { enabled: false },
    // Its arguments may have personal data, and refusals are no events for operators.
    logger: {
      level: 'error',
      log: (level: string, message: string) => log.warn({ code: level }, message),
    },
    onAPIError: {
      onError: (error) => {
        if (!(error instanceof APIError)) log.warn({ err: error }, 'signing in failed');
      },
    },
    emailAndPassword: {
      enabled: true,
      ...passwordLength,
      password: { hash, verify },
      requireEmailVerification: mailer !== undefined,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => removeMcpClientsOf(prisma, user.id),
      // Without it, better-auth says that passwords cannot be reset.
      ...(mailer && {
        sendResetPassword: ({ user, url }: Mailed) => send(passwordMail(user.email, url)),
      }),
    },
    emailVerification: {
      sendVerificationEmail: ({ user, url }) => send(verificationMail(user.email, url)),
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
    },
    session: {
      // Of the cookie; the row in the database may end earlier, and is prolonged by requests.
      expiresIn: sessionMs / 1_000,
      disableSessionRefresh: true,
      freshAge: freshSeconds,
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/*': { window: 60, max: 20 },
        '/sign-up/*': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 20 },
        '/request-password-reset': { window: 60, max: 5 },
      },
    },
    advanced: {
      cookiePrefix: 'trellis',
      useSecureCookies: base.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
      database: { generateId: () => newId() },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const { path, body, headers } = context;
        const { email, name, image, newPassword, ...given } = (body ?? {}) as Record<
          string,
          unknown
        >;
        const password = path === signUpPath && given.password;
        const isNamed = name === undefined || personName.safeParse(name).success;
        if (!isNamed || image !== undefined) {
          throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: nameRule });
        }
        refuseCommon(password);
        refuseCommon(newPassword);
        if (newPassword !== undefined) {
          const { id, ...person } = await personOf(context);
          const organizations = await namesOf(prisma, { members: { some: { userId: id ?? '' } } });
          refuseOwnWords(newPassword, { ...person, organizations });
        }
        if (path !== signUpPath) return;
        const invitation = await invitedTo(prisma, headers?.get(invitationHeader), email);
        const organizations = invitation
          ? await namesOf(prisma, { id: invitation.organizationId })
          : [];
        refuseOwnWords(password, { email, name, organizations });
        if (!invitation && signUp !== 'open') throw invitationNeeded();
      }),
      // Who signs out everywhere, or changes a password that others know, means MCP clients, too.
      after: createAuthMiddleware(async ({ path, context: { session, returned } }) => {
        if (!session || !endingOthers.includes(path) || returned instanceof APIError) return;
        await removeMcpClientsOf(prisma, session.user.id);
      }),
    },
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      user: {
        create: {
          // A link that only an e-mail has proves the address.
          before: async (user, context) => {
            // At an OpenID provider, which says whether it has checked the address.
            if (context?.path !== signUpPath) {
              const mayJoin = signUp === 'open' || (await isInvited(prisma, user.email));
              if (!mayJoin || !user.emailVerified) throw invitationNeeded();
              return { data: user };
            }
            const given = context?.headers?.get(invitationHeader);
            const invitation = await invitedTo(prisma, given, user.email);
            return { data: { ...user, emailVerified: invitation?.emailed ?? user.emailVerified } };
          },
        },
      },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, expiresAt: endOf({ createdAt: new Date() }, idleMs) },
          }),
        },
      },
      account: {
        create: {
          // They are not needed after signing in.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      twoFactor({ issuer: 'Trellis', twoFactorTable: 'twoFactor', backupCodeOptions }),
      hashedBackupCodes(),
      passkey({ rpID: new URL(base).hostname, rpName: 'Trellis', origin: base }),
      singleUseCodes(prisma),
      ways(prisma, {
        ...(openid && { openid: new URL(openid.issuer).host }),
        sign_up: signUp,
        sends_mail: mailer !== undefined,
      }),
      ...(openid ? [openId(openid)] : []),
    ],
  });
}

const invitationNeeded = () =>
  new APIError('FORBIDDEN', {
    code: 'INVITATION_NEEDED',
    message: 'Signing up takes an invitation for this e-mail address.',
  });

interface Mailed {
  user: { email: string };
  url: string;
}

/** A secret of the library, which names it by a whole number, and the key from which it is derived. */
export interface AuthSecret {
  id: string;
  version: number;
  value: string;
}

export const secretsOf = (keys: string): AuthSecret[] =>
  deriveSecrets(keys, 'sessions').map(({ id, secret }) => ({
    id,
    version: createHash('sha256').update(id).digest().readUInt32BE() >>> 1,
    value: secret,
  }));
