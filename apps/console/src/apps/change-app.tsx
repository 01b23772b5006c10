import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import type { App } from '../api/apps.js';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';

interface ChangeAppProps {
  app: App;
  onChanged(): void;
}

export const ChangeApp = ({ app, onChanged }: ChangeAppProps) => (
  <DialogButton label="Change" title={`Change ${app.name}`}>
    {(close) => <ChangeForm app={app} onChanged={onChanged} close={close} />}
  </DialogButton>
);

function ChangeForm({ app, onChanged, close }: ChangeAppProps & { close(): void }) {
  const { trellis } = useSession();
  const change = useMutation({
    mutationFn: (body: { name: string; allowed_origins: string[] }) =>
      trellis.patch('/apps/{id}', { path: { id: app.client_id }, body }),
    meta: { showsProblem: true },
    onSuccess: () => {
      close();
      onChanged();
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const allowed_origins = String(data.get('origins')).split(/\s+/).filter(Boolean);
    change.mutate({ name: String(data.get('name')).trim(), allowed_origins });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
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
      {change.error && <ProblemAlert error={change.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
