import { Checkbox, TextInput } from '@mantine/core';
import type { Callback } from '../api/account.js';
import { FormDialog } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';
import classes from './callbacks.module.css';

const events: Record<Callback['events'][number], string> = {
  thing_created: 'Things are created',
  thing_deleted: 'Things are deleted',
  thing_event: 'Things of connectors report an event, such as a pressed button',
  client_status_changed: 'Clients fail or recover',
  batch_ended: 'A write or action of many things ends',
};

interface CallbackDialogProps {
  callback: Callback | null;
  onSaved(callback: Callback): void;
}

export function CallbackDialog({ callback, onSaved }: CallbackDialogProps) {
  const trellis = useTrellis();
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
