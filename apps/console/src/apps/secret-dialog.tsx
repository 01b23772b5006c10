import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { App } from '../api/account.js';
import classes from './apps.module.css';

/** Shows the secret of an app, once. Only its button closes it, so that the secret is not lost by accident. */
export const SecretDialog = ({ app, onClose }: { app: App | undefined; onClose(): void }) => (
  <Modal
    opened={app !== undefined}
    onClose={onClose}
    title={`The key of ${app?.name ?? 'the app'}`}
    size="lg"
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    {app && (
      <div className={classes.form}>
        <Alert color="yellow" title="Store the secret now" p="sm">
          It is not shown again. Anyone with the secret can act as the app: keep it on a server,
          never in a web page.
        </Alert>
        <CopyText label="Client id" text={app.client_id} />
        <CopyText label="Client secret" text={app.client_secret ?? ''} />
        <div>
          <Button onClick={onClose}>I have stored it</Button>
        </div>
      </div>
    )}
  </Modal>
);

/** A text to copy. Without TLS there is no clipboard access, and so no button. */
function CopyText({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useClipboard();
  return (
    <div className={classes.copy}>
      <TextInput
        label={label}
        value={text}
        readOnly
        classNames={{ input: classes.secret! }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {window.isSecureContext && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Copy: ${label}`}
          onClick={() => copy(text)}
        >
          <span role="status">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </div>
  );
}
