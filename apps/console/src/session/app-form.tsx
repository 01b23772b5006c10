import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import type { Credentials } from './credentials.js';
import classes from './sign-in.module.css';

interface AppFormProps {
  isBusy: boolean;
  onSubmit(credentials: Credentials, isRemembered: boolean): void;
}

export function AppForm({ isBusy, onSubmit }: AppFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const clientId = String(form.get('client_id')).trim();
    const clientSecret = String(form.get('client_secret')).trim();
    onSubmit({ clientId, clientSecret }, form.get('keep') !== null);
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput name="client_id" label="Client id" autoComplete="username" required autoFocus />
      <PasswordInput
        name="client_secret"
        label="Client secret"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
        required
      />
      <StaySignedIn />
      <Button type="submit" size="sm" loading={isBusy}>
        Sign in
      </Button>
    </form>
  );
}

export const StaySignedIn = () => (
  <Checkbox name="keep" label="Keep me signed in until I close this tab" size="xs" />
);
