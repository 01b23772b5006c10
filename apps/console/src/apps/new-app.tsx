import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { scopeNames, scopeTexts, type App, type Scope } from '../api/apps.js';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';

interface NewAppProps {
  onCreated(app: App): void;
}

export const NewApp = ({ onCreated }: NewAppProps) => (
  <DialogButton label="Register app" title="Register an app" isPrimary>
    {(close) => <NewAppForm onCreated={onCreated} close={close} />}
  </DialogButton>
);

function NewAppForm({ onCreated, close }: NewAppProps & { close(): void }) {
  const { trellis, scopes: granted } = useSession();
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (body: { name: string; scopes: Scope[] }) =>
      (await trellis.post('/apps', { body })).data,
    meta: { showsProblem: true },
    // The response contains the secret.
    gcTime: 0,
    onSuccess: (app) => {
      close();
      onCreated(app);
    },
  });
  // An app cannot grant scopes that it lacks itself.
  const offered = scopeNames.filter((scope) => granted.includes(scope));
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsMissing(scopes.length === 0);
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (scopes.length > 0) mutate({ name, scopes });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        name="name"
        label="Name"
        placeholder="Dashboard"
        maxLength={256}
        required
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        description={
          offered.length < scopeNames.length
            ? 'Only scopes of the app with which you are signed in.'
            : 'Scopes cannot be added later. Choose only what the app needs.'
        }
        error={isMissing && 'Choose at least one scope.'}
        value={scopes}
        onChange={(chosen) => setScopes(chosen as Scope[])}
      >
        <div className={classes.choices}>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              size="xs"
              label={scopeTexts[scope]}
              description={<code>{scope}</code>}
            />
          ))}
        </div>
      </Checkbox.Group>
      {error !== null && <ProblemAlert error={error} />}
      <div>
        <Button type="submit" loading={isPending}>
          Register
        </Button>
      </div>
    </form>
  );
}
