import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, readPerson } from '../api/people.js';
import { EntryForm, NewPassword } from './entry-form.js';
import classes from './people.module.css';

const NameInput = () => (
  <TextInput name="name" label="Your name" autoComplete="name" maxLength={100} required autoFocus />
);

interface SignUpWithProps {
  email: string;
  /** The id and the secret of the invitation, separated by a dot. */
  invitation: string;
  onSignedUp(): void;
}

/** Signs up the person whom an invitation is for. */
export const SignUpWith = ({ email, invitation, onSignedUp }: SignUpWithProps) => (
  <EntryForm
    label="Sign up"
    onSubmit={async (entered) => {
      const body = { email, name: entered.get('name'), password: entered.get('password') };
      await ask('/sign-up/email', body, { 'x-trellis-invitation': invitation });
      // Where addresses are confirmed by e-mail, signing up does not sign in.
      if (!(await readPerson())) await ask('/sign-in/email', body);
      onSignedUp();
    }}
  >
    <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    <NameInput />
    <NewPassword />
  </EntryForm>
);

/** Signs up anybody who confirms an address, where the installation allows that. */
export function SignUp({ onBack }: { onBack(): void }) {
  const [address, setAddress] = useState<string>();
  if (address !== undefined) {
    return (
      <>
        <p className={classes.text} role="status">
          An e-mail to <strong>{address}</strong> is on its way. Its link confirms the address, and
          signs you in.
        </p>
        <Button variant="default" size="sm" onClick={onBack}>
          Back
        </Button>
      </>
    );
  }
  return (
    <EntryForm
      label="Sign up"
      onSubmit={async (entered) => {
        const [email, name, password] = ['email', 'name', 'password'].map((one) =>
          String(entered.get(one)),
        );
        await ask('/sign-up/email', { email, name, password, callbackURL: '/console' });
        setAddress(email);
      }}
      links={
        <Button type="button" variant="subtle" size="compact-sm" onClick={onBack}>
          Back
        </Button>
      }
    >
      <NameInput />
      <TextInput
        name="email"
        type="email"
        label="E-mail address"
        autoComplete="username"
        required
      />
      <NewPassword />
    </EntryForm>
  );
}
