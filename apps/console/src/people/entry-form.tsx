import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import type { ReactNode, SubmitEvent } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import { SignInFailure } from '../session/session.js';
import classes from './people.module.css';

interface EntryFormProps {
  label: string;
  onSubmit(entered: FormData): Promise<unknown>;
  links?: ReactNode;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A form with one button, which shows why it was refused. */
export function EntryForm({ label, onSubmit, links, isDisabled, children }: EntryFormProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: onSubmit,
    meta: { showsProblem: true },
    gcTime: 0,
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate(new FormData(event.currentTarget));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {error && <ProblemAlert error={toShown(error)} />}
      {children}
      <Button type="submit" size="sm" loading={isPending} disabled={isDisabled}>
        {label}
      </Button>
      {links && <div className={classes.links}>{links}</div>}
    </form>
  );
}

/** Sentences for reasons that people meet often; others come with a sentence of their own. */
const sentences: Record<string, string> = {
  invalid_email_or_password: 'The address or the password is wrong.',
  invalid_password: 'The password is wrong.',
  invalid_code: 'The code is wrong, or was used already.',
  invalid_backup_code: 'The backup code is wrong, or was used already.',
  email_not_verified: 'Confirm your address first: an e-mail with a link is on its way.',
  password_too_short: 'A password has at least 12 characters.',
  password_compromised: 'This password is among the most common ones. Choose another one.',
  password_has_own_word:
    'This password contains your name, your e-mail address, or the name of your organization or of Trellis. Choose another one.',
  reset_password_disabled:
    'This installation sends no e-mails. Ask its operator for a new invitation.',
};

function toShown(error: unknown): unknown {
  const sentence = isProblem(error) && sentences[error.reason ?? ''];
  return sentence ? new SignInFailure(sentence, { cause: error }) : error;
}

/** Rejects with a sentence for people. */
export const shown = <T,>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw toShown(error);
  });

export const PasswordNow = () => (
  <PasswordInput
    name="current"
    label="Your password"
    autoComplete="current-password"
    required
    data-autofocus
  />
);

export const NewPassword = () => (
  <PasswordInput
    name="password"
    label="New password"
    description="At least 12 characters; a few words are easier to remember."
    autoComplete="new-password"
    minLength={12}
    maxLength={128}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    required
  />
);
