import { scopeTexts, type App, type Scope } from '../api/apps.js';
import { Time } from '../components/time.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';
import { RevokeApp } from './revoke-app.js';
import { RotateSecret } from './rotate-secret.js';

interface AppRowProps {
  app: App;
  onRotated(app: App): void;
  onRevoked(): void;
}

/** An app with what it may do. */
export function AppRow({ app, onRotated, onRevoked }: AppRowProps) {
  const session = useSession();
  const { client_id, name, scopes, created, previous_secret_until: until } = app;
  const isOwn = client_id === session.app;
  return (
    <li className={classes.app} aria-label={name}>
      <div className={classes.about}>
        <div className={classes.name}>
          {name}
          {isOwn && <span className={classes.own}>Signed in with it</span>}
        </div>
        <div className={classes.note}>
          <code>{client_id}</code>
          {created && (
            <span>
              Registered <Time at={created} />
            </span>
          )}
          {isAhead(until) && (
            <span className={classes.wait}>
              The secret before expires <Time at={until} />
            </span>
          )}
        </div>
        <ul className={classes.scopes} aria-label="Scopes">
          {scopes.map((scope) => (
            <li key={scope} title={scopeTexts[scope as Scope]}>
              {scope.replace(/^svc\./, '')}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <RotateSecret app={app} isOwn={isOwn} onRotated={onRotated} />
        <RevokeApp app={app} isOwn={isOwn} onRevoked={onRevoked} />
      </div>
    </li>
  );
}

const isAhead = (instant: string | undefined): instant is string =>
  instant !== undefined && Date.parse(instant) > Date.now();
