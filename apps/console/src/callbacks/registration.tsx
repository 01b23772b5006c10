import { Alert, Button, Code } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callbackQuery, type Callback } from '../api/account.js';
import { DeleteDialog } from '../components/dialogs.js';
import { Empty } from '../components/list.js';
import { Facts, Time } from '../components/values.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import classes from './callbacks.module.css';
import { CallbackDialog } from './callback-dialog.js';

export function Registration({ callback }: { callback: Callback | null }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const { queryKey } = callbackQuery(trellis);
  function onSaved(saved: Callback) {
    queries.setQueryData(queryKey, saved);
    setSecret(saved.secret);
  }
  const actions = (
    <>
      {callback && (
        <DeleteDialog
          title="Delete the callback"
          onDelete={() => trellis.delete('/callback')}
          onDeleted={() => queries.setQueryData(queryKey, null)}
        />
      )}
      <CallbackDialog callback={callback} onSaved={onSaved} />
    </>
  );
  return (
    <Section title="Registration" actions={actions}>
      {secret && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
      <Card>
        {callback ? (
          <Facts
            facts={{
              Address: callback.url,
              Events: callback.events.join(', ') || 'None, actions only',
              Changed: <Time at={callback.modified} />,
            }}
          />
        ) : (
          <Empty title="No callback is registered">
            Your app needs one if it creates things with actions, or subscribes to events.
          </Empty>
        )}
      </Card>
    </Section>
  );
}

const NewSecret = ({ secret, onClose }: { secret: string; onClose(): void }) => (
  <Alert color="yellow" title="Store this secret now: it is not shown again" role="alert">
    Your app uses it to verify that messages come from Trellis.
    <Code block mt="xs">
      {secret}
    </Code>
    <div className={classes.row}>
      <Button variant="default" onClick={() => void navigator.clipboard.writeText(secret)}>
        Copy
      </Button>
      <Button variant="default" onClick={onClose}>
        I have stored it
      </Button>
    </div>
  </Alert>
);
