import { Alert } from '@mantine/core';
import type { App } from '../api/apps.js';
import { DeleteDialog } from '../components/delete-dialog.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';

interface RevokeAppProps {
  app: App;
  isOwn: boolean;
  onRevoked(): void;
}

export function RevokeApp({ app, isOwn, onRevoked }: RevokeAppProps) {
  const { trellis, signOut } = useSession();
  return (
    <DeleteDialog
      label="Revoke"
      title={`Revoke ${app.name}`}
      onDelete={() => trellis.delete('/apps/{id}', { path: { id: app.client_id } })}
      onDeleted={isOwn ? signOut : onRevoked}
    >
      <div className={classes.form}>
        {isOwn && (
          <Alert color="red" title="You are signed in with this app" p="sm">
            You will be signed out, and need the credentials of another app to sign in again. If
            there is none, an operator has to register one.
          </Alert>
        )}
        <p className={classes.text}>
          The app gets no new access tokens; existing ones expire within an hour. Its callback and
          pending messages are deleted. Everything it created stays. This cannot be undone.
        </p>
      </div>
    </DeleteDialog>
  );
}
