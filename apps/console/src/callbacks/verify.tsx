import { Alert, Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { verifyWebhook } from '@trellis/client';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Card, Section } from '../components/page.js';
import classes from './callbacks.module.css';

const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Maximum age of a message: the retention of deliveries (s). */
const toleranceSeconds = 7 * 86_400;

/** Verifies the signature of a message in the browser, without sending anything. */
export function VerifyMessage() {
  const check = useMutation({
    mutationFn: (form: FormData) =>
      verifyWebhook({
        headers: Object.fromEntries(headers.map((name) => [name, String(form.get(name)).trim()])),
        // Form data has CRLF line breaks, which the JSON of Trellis never has.
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
    <Section title="Verify the signature of a message">
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
          <Textarea name="body" label="Body, as received" rows={3} required />
          {check.isSuccess && (
            <Alert color="teal" role="status">
              The signature is valid: {check.data.type}.
            </Alert>
          )}
          {check.error && (
            <Alert color="red" role="alert">
              {check.error.message}
            </Alert>
          )}
          <div>
            <Button type="submit" variant="default">
              Verify
            </Button>
          </div>
        </form>
      </Card>
    </Section>
  );
}
