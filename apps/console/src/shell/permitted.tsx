import { IconLock } from '@tabler/icons-react';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Empty } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { restrictedScreens } from '../session/screens.js';
import { refusalOf, useSession } from '../session/session.js';

/** The screen of the address, or one sentence if the user may not see it. */
export function PermittedScreen() {
  const session = useSession();
  const route = useMatches().at(-1)?.fullPath ?? '';
  const screen = restrictedScreens[route];
  // With an external issuer, the screen of API keys says where apps are registered.
  const isExternal = session.person === undefined && session.app === undefined;
  const saysWhy = route === '/apps' && isExternal;
  if (!screen || saysWhy || refusalOf(session, screen.scope) === undefined) return <Outlet />;
  const { title, scope } = screen;
  return (
    <Page key={route} title={title}>
      <Card isFlush>
        <Empty icon={IconLock} title="Not available to you">
          {session.person ? (
            `Your role (${session.person.organization.role}) may not open this page.`
          ) : (
            <>
              This page needs the scope <code>{scope}</code>. Sign in with an app that has it.
            </>
          )}
        </Empty>
      </Card>
    </Page>
  );
}
