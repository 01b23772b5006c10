import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appsQuery, type App } from '../api/apps.js';
import { Empty } from '../components/empty.js';
import { Card, Page } from '../components/page.js';
import { PagedList } from '../components/paged-list.js';
import { useSession } from '../session/session-context.js';
import { AppRow } from './app-row.js';
import { managesApps } from './manages-apps.js';
import { NewApp } from './new-app.js';
import { SecretDialog } from './secret-dialog.js';

const lead = 'Programs that use this account. Each has an API key: a client id and a secret.';

export function AppsScreen() {
  const session = useSession();
  if (managesApps(session)) return <Apps />;
  return (
    <Page title="API keys" lead={lead}>
      <Card isFlush>
        <Empty
          icon={icon}
          title={session.app ? 'Not available for this app' : 'Not available here'}
        >
          {session.app ? (
            <>
              Managing apps requires the scope <code>svc.apps.admin</code>, which the app{' '}
              <code>{session.app}</code> does not have. Sign in with an app that has it.
            </>
          ) : (
            'You are signed in with an external issuer: apps are registered there.'
          )}
        </Empty>
      </Card>
    </Page>
  );
}

function Apps() {
  const { trellis } = useSession();
  const queries = useQueryClient();
  const [withSecret, setWithSecret] = useState<App>();
  const options = appsQuery(trellis);
  const query = useInfiniteQuery(options);
  const refresh = () => queries.invalidateQueries({ queryKey: options.queryKey });
  function onSecret(app: App) {
    setWithSecret(app);
    void refresh();
  }
  return (
    <Page title="API keys" lead={lead} actions={<NewApp onCreated={onSecret} />}>
      <PagedList query={query} label="Apps" empty={<NoApps />}>
        {(app) => (
          <AppRow
            key={app.client_id}
            app={app}
            onRotated={onSecret}
            onChanged={() => void refresh()}
          />
        )}
      </PagedList>
      <SecretDialog app={withSecret} onClose={() => setWithSecret(undefined)} />
    </Page>
  );
}

const icon = <IconKey size={32} stroke={1.4} aria-hidden="true" />;

const NoApps = () => (
  <Empty icon={icon} title="No apps yet">
    Register an app for each of your programs, with only the scopes it needs. The program gets
    access tokens at <code>/oauth2/token</code> with its client id and secret.
  </Empty>
);
