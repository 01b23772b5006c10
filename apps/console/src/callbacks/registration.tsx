import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callbackQuery, type Callback } from '../api/callbacks.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { Empty } from '../components/list.js';
import { NewSecret } from '../components/new-secret.js';
import { Card, Section } from '../components/page.js';
import { Facts, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useSession } from '../session/session.js';
import { TestMessage } from './test-message.js';
import classes from './callbacks.module.css';

export function Registration({ callback }: { callback: Callback | null }) {
  const { trellis, app } = useSession();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const { queryKey } = callbackQuery(trellis);
  function onSaved(saved: Callback) {
    queries.setQueryData(queryKey, saved);
    setSecret(saved.secret);
  }
  const actions = (
    <May scope="svc.things.admin">
      {callback && (
        <TestMessage
          listKey="deliveries"
          send={async () => (await trellis.post('/callback/test')).data.last_attempts}
        />
      )}
      {callback && (
        <DeleteDialog
          title="Delete the callback"
          onDelete={() => trellis.delete('/callback')}
          onDeleted={() => queries.setQueryData(queryKey, null)}
        />
      )}
      <CallbackDialog callback={callback} onSaved={onSaved} />
    </May>
  );
  return (
    <Section title="Registration" actions={actions}>
      {secret && <NewSecret secret={secret} receiver="app" onClose={() => setSecret(undefined)} />}
      <p className={classes.owner}>
        Each app has its own callback; this is that of {app ? <code>{app}</code> : 'the console'}.
        To see another one, sign in with the API key of its app.
      </p>
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

const events: Record<Callback['events'][number], string> = {
  thing_created: 'Things are created',
  thing_deleted: 'Things are deleted',
  thing_event: 'Things of connectors report an event, such as a pressed button',
  client_status_changed: 'Clients fail or recover',
  client_deleted: 'Clients are deleted',
  batch_ended: 'A write or action of many things ends',
};

interface CallbackDialogProps {
  callback: Callback | null;
  onSaved(callback: Callback): void;
}

function CallbackDialog({ callback, onSaved }: CallbackDialogProps) {
  const { trellis } = useSession();
  const label = callback ? 'Change' : 'Register';
  async function save(entered: FormData): Promise<Callback> {
    const body = {
      url: String(entered.get('url')),
      events: entered.getAll('events') as Callback['events'],
      rotate_secret: entered.has('rotate') || undefined,
    };
    return (await trellis.put('/callback', { body })).data;
  }
  return (
    <FormDialog
      label={label}
      title="Callback of the app"
      isPrimary
      submitLabel={label}
      onSubmit={save}
      onDone={onSaved}
    >
      <TextInput
        name="url"
        type="url"
        label="Address"
        placeholder="https://app.example/trellis"
        defaultValue={callback?.url}
        required
        data-autofocus
      />
      <fieldset className={classes.events}>
        <legend>Notify the app when</legend>
        {(Object.keys(events) as Callback['events']).map((name) => (
          <Checkbox
            key={name}
            name="events"
            value={name}
            label={events[name]}
            size="xs"
            defaultChecked={callback?.events.includes(name) ?? false}
          />
        ))}
      </fieldset>
      {callback && (
        <Checkbox
          name="rotate"
          size="xs"
          label="Create a new secret"
          description="Messages are signed with the old secret, too, for one day."
        />
      )}
    </FormDialog>
  );
}
