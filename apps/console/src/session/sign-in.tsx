import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { useState, type SubmitEvent } from 'react';
import { Logo } from '../components/logo.js';
import type { Credentials } from './credentials.js';
import classes from './sign-in.module.css';

interface SignInProps {
  /** Why signing in by a link or by what was stored has failed. */
  failure?: unknown;
  onSignIn(credentials: Credentials, isKept: boolean): Promise<void>;
}

export default function SignIn({ failure, onSignIn }: SignInProps) {
  const [error, setError] = useState(failure);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    try {
      const clientId = String(form.get('client_id')).trim();
      const clientSecret = String(form.get('client_secret')).trim();
      await onSignIn({ clientId, clientSecret }, form.get('keep') !== null);
    } catch (reason) {
      setError(reason);
      setIsBusy(false);
    }
  }

  return (
    <main className={classes.page}>
      <div>
        <form className={classes.card} onSubmit={(event) => void submit(event)}>
          <div className={classes.brand}>
            <Logo size={28} />
            <h1>Sign in to Trellis</h1>
          </div>
          {error !== undefined && (
            <Alert color="red" role="alert" p="xs">
              {reasonOf(error)}
            </Alert>
          )}
          <TextInput
            name="client_id"
            label="Client id"
            autoComplete="username"
            required
            autoFocus
          />
          <PasswordInput
            name="client_secret"
            label="Client secret"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
            required
          />
          <Checkbox name="keep" label="Keep me signed in until I close this tab" size="xs" />
          <Button type="submit" size="sm" loading={isBusy}>
            Sign in
          </Button>
        </form>
        <p className={classes.help}>
          <code>npm start</code> prints a link that signs you in to the demo app.{' '}
          <code>npm run app:register</code> registers an app of your own.
        </p>
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (isProblem(error, 'invalid_client')) return 'The client id or the secret is wrong.';
  if (isProblem(error, 'rate_limited')) return 'Too many attempts. Wait a minute, then try again.';
  if (isProblem(error)) return error.detail ?? error.title ?? 'Signing in failed.';
  return 'Trellis does not answer. Try again in a moment.';
}
