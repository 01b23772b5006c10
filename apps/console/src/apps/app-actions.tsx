import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { App } from '../api/account.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { useSession } from '../session/session.js';
import classes from './apps.module.css';

export function ChangeApp({ app, onChanged }: { app: App; onChanged(): void }) {
  const { trellis } = useSession();
  return (
    <FormDialog
      label="Change"
      title={`Change ${app.name}`}
      submitLabel="Save"
      withCancel
      onSubmit={(entered) => {
        const name = String(entered.get('name')).trim();
        const allowed_origins = String(entered.get('origins')).split(/\s+/).filter(Boolean);
        const options = { path: { id: app.id }, body: { name, allowed_origins } };
        return trellis.patch('/apps/{id}', options);
      }}
      onDone={onChanged}
    >
      <TextInput
        name="name"
        label="Name"
        defaultValue={app.name}
        maxLength={256}
        required
        data-autofocus
      />
      <Textarea
        name="origins"
        label="Allowed origins"
        description="One per line. Web pages of these origins may call the API with tokens of the app. Takes effect within a minute."
        placeholder="https://app.example"
        defaultValue={app.allowed_origins?.join('\n')}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}

const hour = 3_600;

/** How long the old secret stays valid (s). */
const overlaps = [
  { value: String(24 * hour), label: 'For a day' },
  { value: String(7 * 24 * hour), label: 'For a week' },
  { value: String(hour), label: 'For an hour' },
  { value: '0', label: 'Revoke now: it has leaked' },
];

interface OwnAppProps {
  app: App;
  /** Whether the user is signed in with the app. */
  isOwn: boolean;
}

export function RotateSecret({
  app,
  isOwn,
  onRotated,
}: OwnAppProps & { onRotated(app: App): void }) {
  const { scopes, trellis, changeSecret } = useSession();
  const lacksScope = !app.scopes.every((scope) => scopes.includes(scope));
  return (
    <div title={lacksScope ? 'The app has scopes that you do not have.' : undefined}>
      <FormDialog
        label="Rotate secret"
        title={`Rotate the secret of ${app.name}`}
        disabled={lacksScope}
        submitLabel="Rotate"
        withCancel
        onSubmit={async (entered) => {
          const body = { overlap_seconds: Number(entered.get('overlap')) };
          const path = { id: app.id };
          return (await trellis.post('/apps/{id}/rotate', { path, body })).data;
        }}
        onDone={(rotated) => {
          if (isOwn) changeSecret(rotated.client_secret!);
          onRotated(rotated);
        }}
      >
        <p className={classes.text}>
          The app gets a new secret, which is shown once. Secrets older than the current one stop
          working.{isOwn && ' You stay signed in.'}
        </p>
        <NativeSelect name="overlap" label="The current secret stays valid" data={overlaps} />
      </FormDialog>
    </div>
  );
}

export function RevokeApp({ app, isOwn, onRevoked }: OwnAppProps & { onRevoked(): void }) {
  const { trellis, signOut } = useSession();
  return (
    <DeleteDialog
      label="Revoke"
      title={`Revoke ${app.name}`}
      onDelete={() => trellis.delete('/apps/{id}', { path: { id: app.id } })}
      onDeleted={isOwn ? signOut : onRevoked}
    >
      {isOwn && (
        <Alert color="red" title="You are signed in with this app" p="sm">
          You will be signed out, and need the credentials of another app to sign in again. If there
          is none, an operator has to register one.
        </Alert>
      )}
      <p className={classes.text}>
        The app gets no new access tokens; existing ones expire within an hour. Its callback and
        pending messages are deleted. Everything it created stays. This cannot be undone.
      </p>
    </DeleteDialog>
  );
}
