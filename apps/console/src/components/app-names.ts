import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appsQuery } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { managesApps, useSession } from '../session/session.js';

/** Returns the name of an app with an id, or else the id. */
export type AppName = (id: string) => string;

/** The id of this page in access tokens of people. */
const consoleApp = 'console';

/** Returns a lookup of the names of the first apps; those who may not read apps see ids. */
export function useAppNames(): AppName {
  const session = useSession();
  const { data } = useInfiniteQuery({
    ...appsQuery(session.trellis),
    enabled: managesApps(session),
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

/** Returns who has used an app, and the app, in words. */
export function requesterText({ app, person }: Requester, nameOf: AppName): string {
  const used =
    app === undefined ? 'an app' : app === consoleApp ? 'the console' : `the app ${nameOf(app)}`;
  return person === undefined ? used : `${person} in ${used}`;
}
