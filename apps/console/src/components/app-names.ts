import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appNamesQuery, appNamesScopes } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { useSession } from '../session/session.js';

/** Returns the name of an app with an id, or else the id. */
export type AppName = (id: string) => string;

/** The id of this page in access tokens of people. */
const consoleApp = 'console';

/** Returns a lookup of the names of the first apps; with an external issuer, which has the apps, of their ids. */
export function useAppNames(): AppName {
  const { app, person, scopes, trellis } = useSession();
  const mayRead = appNamesScopes.some((scope) => scopes.includes(scope));
  const { data } = useInfiniteQuery({
    ...appNamesQuery(trellis),
    enabled: (app ?? person) !== undefined && mayRead,
    staleTime: 60_000,
  });
  return useMemo(() => {
    const names = new Map(itemsOf(data).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }, [data]);
}

interface Requester {
  app?: string | undefined;
  person?: string | undefined;
}

/** The beginning of the names of MCP clients, which are apps as well. */
const mcpClient = 'MCP client ';

function appText(app: string | undefined, nameOf: AppName): string {
  if (app === undefined) return 'an app';
  if (app === consoleApp) return 'the console';
  const name = nameOf(app);
  return name.startsWith(mcpClient) ? `the ${name}` : `the app ${name}`;
}

/** Returns who has used an app, and the app, in words. */
export function requesterText({ app, person }: Requester, nameOf: AppName): string {
  const used = appText(app, nameOf);
  return person === undefined ? used : `${person} in ${used}`;
}
