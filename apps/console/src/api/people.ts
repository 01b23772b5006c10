import { queryOptions } from '@tanstack/react-query';
import { Trellis, TrellisConnectionError, TrellisProblem, type components } from '@trellis/client';

export type Organization = components['schemas']['Organization'];
export type Environment = Organization['environments'][number];
export type Role = Organization['role'];
export type Member = components['schemas']['Member'];
export type Invitation = components['schemas']['Invitation'];

/** The operations for people who are signed in: the browser adds the cookie of the session. */
export const asPerson = () =>
  new Trellis({ baseUrl: window.location.origin, token: () => 'in-a-cookie' });

/** Sends a request about signing in (https://better-auth.com/docs); throws the problem of the answer. */
export async function ask<T>(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(`/api/auth${path}`, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  }).catch((cause: unknown) => {
    throw new TrellisConnectionError('Trellis does not respond.', { cause });
  });
  const answer = (await response.json().catch(() => undefined)) as T;
  if (!response.ok) throw new TrellisProblem(response, answer as object);
  return answer;
}

/** How people can sign in and up at this installation. */
export interface Ways {
  /** The host of an OpenID provider. */
  openid?: string;
  sign_up: 'invited' | 'open';
  /** Whether a forgotten password can be replaced by e-mail. */
  sends_mail: boolean;
  /** Whether somebody has signed up. */
  has_people: boolean;
}

export const waysQuery = queryOptions({
  queryKey: ['ways'],
  staleTime: Infinity,
  queryFn: () => ask<Ways>('/ways'),
});

/** Leaves for the OpenID provider, which leads back to a path. */
export async function leaveForProvider(returnTo: string): Promise<void> {
  const { url } = await ask<{ url: string }>('/sign-in/social', {
    provider: 'openid',
    disableRedirect: true,
    callbackURL: returnTo,
    errorCallbackURL: '/console',
  });
  window.location.assign(url);
}

export interface Person {
  id: string;
  email: string;
  name: string;
  twoFactorEnabled?: boolean;
}

/** Returns the person who is signed in; undefined if nobody is. */
export async function readPerson(): Promise<Person | undefined> {
  return (await ask<{ user: Person } | null>('/get-session'))?.user;
}

export const personQuery = queryOptions({ queryKey: ['person'], queryFn: readPerson });

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await asPerson().get('/organizations', { signal })).data,
});

export const mcpClientsQuery = queryOptions({
  queryKey: ['mcp-clients'],
  queryFn: async ({ signal }) => (await asPerson().get('/mcp_clients', { signal })).data,
});

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id],
    queryFn: async ({ signal }) =>
      (await asPerson().get('/organizations/{id}/members', { path: { id }, signal })).data,
  });

/** The roles, and what people may do with them. */
export const roleTexts: Record<Role, string> = {
  owner: 'Everything, including members and environments',
  developer: 'Everything inside environments',
  support: 'Reads everything; pauses and resumes clients',
  viewer: 'Reads things, units and clients',
};

export const roleNames = Object.keys(roleTexts) as Role[];

/** The beginning of the addresses of an environment, so that links and tabs lead to it. */
export const addressOf = ({ id }: Pick<Environment, 'id'>): string =>
  `/console/e/${encodeURIComponent(id)}`;

/** Returns the id of the environment that an address names. */
export function environmentIn(pathname: string): string | undefined {
  const [, id] = /^\/console\/e\/([^/]+)/.exec(pathname) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

export const environmentErasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['environment-erasure', id],
    refetchInterval: 5_000,
    queryFn: async ({ signal }) =>
      (await asPerson().get('/environments/{id}/erasure', { path: { id }, signal })).data,
  });

export const organizationAuditQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization-audit', id],
    // No event reports entries.
    refetchInterval: 10_000,
    queryFn: async ({ signal }) =>
      (await asPerson().get('/organizations/{id}/audit', { path: { id }, signal })).data,
  });
