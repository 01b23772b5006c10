import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appsQuery, type App } from '../api/account.js';
import { Empty, PagedList } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { managesApps, useSession } from '../session/session.js';
import { AppRow } from './app-row.js';
import { NewApp } from './new-app.js';
import { SecretDialog } from './secret-dialog.js';

const lead = 'Programs that use this account. Each has an API key: a client id and a secret.';

export default function AppsScreen() {
  const session = useSession();
  if (managesApps(session)) return <Apps />;
  return (
    <Page title="API keys" lead={lead}>
      <Card isFlush>
        <Empty
          icon={IconKey}
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

const NoApps = () => (
  <Empty icon={IconKey} title="No apps yet">
    Register an app for each of your programs, with only the scopes it needs. The program gets
    access tokens at <code>/oauth2/token</code> with its client id and secret.
  </Empty>
);
