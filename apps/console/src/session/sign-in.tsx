import { Alert } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { use, useState } from 'react';
import { Logo } from '../theme/logo.js';
import { AppForm } from './app-form.js';
import type { Credentials } from './credentials.js';
import { IssuerForm } from './openid/issuer-form.js';
import { readSettings } from './settings.js';
import { SignInFailure } from './sign-in-failure.js';
import classes from './sign-in.module.css';

interface SignInProps {
  /** The error of a sign-in by link or stored session, or the reason why a session ended. */
  failure?: unknown;
  onSignIn(credentials: Credentials, isRemembered: boolean): Promise<void>;
}

const reading = readSettings();

export default function SignIn({ failure, onSignIn }: SignInProps) {
  const { openid, client_credentials: takesApps } = use(reading);
  const [error, setError] = useState(failure);
  const [isBusy, setIsBusy] = useState(false);

  async function run(step: () => Promise<void>) {
    setIsBusy(true);
    try {
      await step();
    } catch (reason) {
      setError(reason);
      setIsBusy(false);
    }
  }
  /** Leaves for the issuer. The form stays busy until then. */
  async function leaveFor(settings: NonNullable<typeof openid>, isRemembered: boolean) {
    const { beginSignIn } = await import('./openid/begin.js');
    await beginSignIn(settings, isRemembered);
  }

  return (
    <main className={classes.page}>
      <div>
        <div className={classes.card}>
          <div className={classes.brand}>
            <Logo size={28} />
            <h1>Sign in to Trellis</h1>
          </div>
          {error !== undefined && (
            <Alert color="red" role="alert" p="xs">
              {reasonOf(error)}
            </Alert>
          )}
          {openid && (
            <IssuerForm
              settings={openid}
              isBusy={isBusy}
              onSubmit={(isRemembered) => void run(() => leaveFor(openid, isRemembered))}
            />
          )}
          {takesApps && (
            <AppForm
              isBusy={isBusy}
              onSubmit={(credentials, isRemembered) =>
                void run(() => onSignIn(credentials, isRemembered))
              }
            />
          )}
          {!openid && !takesApps && (
            <p className={classes.text}>
              Access tokens come from an external issuer. To enable sign-in, an operator has to
              register the console there and set <code>CONSOLE_OPENID_CLIENT_ID</code>.
            </p>
          )}
        </div>
        {takesApps && (
          <p className={classes.help}>
            <code>npm start</code> prints a link that signs you in to the demo app.{' '}
            <code>npm run app:register</code> registers an app of your own.
          </p>
        )}
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof SignInFailure) return error.message;
  if (isProblem(error, 'invalid_client')) return 'The client id or the secret is wrong.';
  if (isProblem(error, 'rate_limited')) return 'Too many attempts. Wait a minute, then try again.';
  if (isProblem(error)) return error.detail ?? error.title ?? 'Sign-in failed.';
  return 'Trellis does not respond. Try again in a moment.';
}
