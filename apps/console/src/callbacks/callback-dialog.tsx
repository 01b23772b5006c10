import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import type { Callback } from '../api/account.js';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
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

export const CallbackDialog = (props: CallbackDialogProps) => (
  <DialogButton
    label={props.callback ? 'Change' : 'Register'}
    title="Callback of the app"
    isPrimary
  >
    {(close) => <CallbackForm {...props} close={close} />}
  </DialogButton>
);

function CallbackForm({ callback, onSaved, close }: CallbackDialogProps & { close(): void }) {
  const trellis = useTrellis();
  const save = useMutation({
    mutationFn: async (body: {
      url: string;
      events: Callback['events'];
      rotate_secret?: boolean | undefined;
    }) => (await trellis.put('/callback', { body })).data,
    meta: { showsProblem: true },
    onSuccess: (saved) => {
      close();
      onSaved(saved);
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save.mutate({
      url: String(form.get('url')),
      events: form.getAll('events') as Callback['events'],
      rotate_secret: form.has('rotate') || undefined,
    });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
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
      {save.error && <ProblemAlert error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {callback ? 'Change' : 'Register'}
        </Button>
      </div>
    </form>
  );
}
