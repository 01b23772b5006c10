import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appsQuery, scopeTexts, type App, type Scope } from '../api/account.js';
import { Empty, PagedList } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { Time } from '../components/values.js';
import { managesApps, useSession } from '../session/session.js';
import { ChangeApp, RevokeApp, RotateSecret } from './app-actions.js';
import classes from './apps.module.css';
import { NewApp } from './new-app.js';

const lead = 'Programs that use this account. Each has an API key: a client id and a secret.';

export default function AppsScreen() {
  const session = useSession();
  if (managesApps(session)) return <Apps />;
  return (
    <Page title="API keys" lead={lead}>
      <Card isFlush>
        <Empty icon={IconKey} title="Not available here">
          You are signed in with an external issuer: apps are registered there.
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
          <AppRow key={app.id} app={app} onRotated={onSecret} onChanged={() => void refresh()} />
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

interface AppRowProps {
  app: App;
  onRotated(app: App): void;
  onChanged(): void;
}

function AppRow({ app, onRotated, onChanged }: AppRowProps) {
  const session = useSession();
  const { id, name, scopes, created, allowed_origins: origins = [] } = app;
  const { previous_secret_until: until, last_used: used } = app;
  const isOwn = id === session.app;
  return (
    <li className={classes.app} aria-label={name}>
      <div className={classes.about}>
        <div className={classes.name}>
          {name}
          {isOwn && <span className={classes.own}>Signed in with this app</span>}
        </div>
        <div className={classes.note}>
          <code>{id}</code>
          {created && (
            <span>
              Registered <Time at={created} />
            </span>
          )}
          {used && (
            <span>
              Last used <Time at={used} />
            </span>
          )}
          {isInFuture(until) && (
            <span className={classes.wait}>
              Previous secret expires <Time at={until} />
            </span>
          )}
        </div>
        {origins.length > 0 && (
          <div className={classes.note}>Web pages at {origins.join(', ')}</div>
        )}
        <ul className={classes.scopes} aria-label="Scopes">
          {scopes.map((scope) => (
            <li key={scope} title={scopeTexts[scope as Scope]}>
              {scope.replace(/^svc\./, '')}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <ChangeApp app={app} onChanged={onChanged} />
        <RotateSecret app={app} isOwn={isOwn} onRotated={onRotated} />
        <RevokeApp app={app} isOwn={isOwn} onRevoked={onChanged} />
      </div>
    </li>
  );
}

const isInFuture = (instant: string | undefined): instant is string =>
  instant !== undefined && Date.parse(instant) > Date.now();

/** Shows the secret of an app, once. Only its button closes it, so that the secret is not lost by accident. */
const SecretDialog = ({ app, onClose }: { app: App | undefined; onClose(): void }) => (
  <Modal
    opened={app !== undefined}
    onClose={onClose}
    title={`The key of ${app?.name ?? 'the app'}`}
    size="lg"
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    {app && (
      <div className={classes.form}>
        <Alert color="yellow" title="Store the secret now" p="sm">
          It is not shown again. Anyone with the secret can act as the app: keep it on a server,
          never in a web page.
        </Alert>
        <CopyText label="Client id" text={app.id} />
        <CopyText label="Client secret" text={app.client_secret ?? ''} />
        <div>
          <Button onClick={onClose}>I have stored it</Button>
        </div>
      </div>
    )}
  </Modal>
);

/** A text to copy. Without TLS there is no clipboard access, and so no button. */
function CopyText({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useClipboard();
  return (
    <div className={classes.copy}>
      <TextInput
        label={label}
        value={text}
        readOnly
        classNames={{ input: classes.secret! }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {window.isSecureContext && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Copy: ${label}`}
          onClick={() => copy(text)}
        >
          <span role="status">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </div>
  );
}
