import { Button } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { StaySignedIn } from '../app-form.js';
import type { OpenIdSettings } from '../settings.js';
import classes from '../sign-in.module.css';

interface IssuerFormProps {
  settings: OpenIdSettings;
  isBusy: boolean;
  onSubmit(isRemembered: boolean): void;
}

export function IssuerForm({ settings, isBusy, onSubmit }: IssuerFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget).get('keep') !== null);
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.text}>You sign in there, and return here afterwards.</p>
      <StaySignedIn />
      <Button type="submit" size="sm" loading={isBusy} autoFocus>
        Sign in with {new URL(settings.issuer).host}
      </Button>
    </form>
  );
}
