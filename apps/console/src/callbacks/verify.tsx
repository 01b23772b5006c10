import { Alert, Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { verifyWebhook } from '@trellis/client';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Card, Section } from '../components/page.js';
import classes from './callbacks.module.css';

const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Messages may be as old as deliveries are kept (s). */
const toleranceSeconds = 7 * 86_400;

/** Checks in the browser whether Trellis has signed a message. Nothing of it is sent anywhere. */
export function VerifyMessage() {
  const check = useMutation({
    mutationFn: (form: FormData) =>
      verifyWebhook({
        headers: Object.fromEntries(headers.map((name) => [name, String(form.get(name)).trim()])),
        // Forms have CRLF for each line break, which JSON of Trellis never has.
        body: String(form.get('body')).replaceAll('\r\n', '\n').trim(),
        secret: String(form.get('secret')).trim(),
        toleranceSeconds,
      }),
    meta: { showsProblem: true },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    check.mutate(new FormData(event.currentTarget));
  }
  return (
    <Section title="Check the signature of a message">
      <Card>
        <form className={classes.form} onSubmit={submit}>
          <div className={classes.headers}>
            {headers.map((name) => (
              <TextInput key={name} name={name} label={name} size="xs" required />
            ))}
            <PasswordInput
              name="secret"
              label="Secret"
              size="xs"
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
              required
            />
          </div>
          <Textarea name="body" label="Body, as it arrived" rows={3} required />
          {check.isSuccess && (
            <Alert color="teal" role="status">
              Trellis has signed it: {check.data.type}.
            </Alert>
          )}
          {check.error && (
            <Alert color="red" role="alert">
              {check.error.message}
            </Alert>
          )}
          <div>
            <Button type="submit" variant="default">
              Check
            </Button>
          </div>
        </form>
      </Card>
    </Section>
  );
}
