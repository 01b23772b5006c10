import { scopeTexts, type App, type Scope } from '../api/account.js';
import { Time } from '../components/values.js';
import { useSession } from '../session/session.js';
import classes from './apps.module.css';
import { ChangeApp, RevokeApp, RotateSecret } from './app-actions.js';

interface AppRowProps {
  app: App;
  onRotated(app: App): void;
  /** Called after the app was changed or revoked. */
  onChanged(): void;
}

export function AppRow({ app, onRotated, onChanged }: AppRowProps) {
  const session = useSession();
  const { client_id, name, scopes, created, allowed_origins: origins = [] } = app;
  const { previous_secret_until: until, last_used: used } = app;
  const isOwn = client_id === session.app;
  return (
    <li className={classes.app} aria-label={name}>
      <div className={classes.about}>
        <div className={classes.name}>
          {name}
          {isOwn && <span className={classes.own}>Signed in with this app</span>}
        </div>
        <div className={classes.note}>
          <code>{client_id}</code>
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
