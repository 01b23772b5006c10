import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../api/apps.js';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';

const hour = 3_600;

/** How long the old secret stays valid (s). */
const overlaps = [
  { value: String(24 * hour), label: 'For a day' },
  { value: String(7 * 24 * hour), label: 'For a week' },
  { value: String(hour), label: 'For an hour' },
  { value: '0', label: 'Revoke now: it has leaked' },
];

interface RotateSecretProps {
  app: App;
  isOwn: boolean;
  onRotated(app: App): void;
}

/** A button that issues a new secret for an app. */
export function RotateSecret(props: RotateSecretProps) {
  const { app } = props;
  const { scopes } = useSession();
  const lacksScope = !app.scopes.every((scope) => scopes.includes(scope));
  return (
    <div title={lacksScope ? 'The app has scopes that you do not have.' : undefined}>
      <DialogButton
        label="Rotate secret"
        title={`Rotate the secret of ${app.name}`}
        disabled={lacksScope}
      >
        {(close) => <RotateForm {...props} close={close} />}
      </DialogButton>
    </div>
  );
}

function RotateForm({ app, isOwn, onRotated, close }: RotateSecretProps & { close(): void }) {
  const { trellis, changeSecret } = useSession();
  const [overlap, setOverlap] = useState(overlaps[0]!.value);
  const rotate = useMutation({
    mutationFn: async () => {
      const body = { overlap_seconds: Number(overlap) };
      return (await trellis.post('/apps/{id}/rotate', { path: { id: app.client_id }, body })).data;
    },
    meta: { showsProblem: true },
    // The response contains the secret.
    gcTime: 0,
    onSuccess: (rotated) => {
      close();
      if (isOwn) changeSecret(rotated.client_secret!);
      onRotated(rotated);
    },
  });
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        The app gets a new secret, which is shown once. Secrets older than the current one stop
        working.{isOwn && ' You stay signed in.'}
      </p>
      <NativeSelect
        label="The current secret stays valid"
        data={overlaps}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      {rotate.error && <ProblemAlert error={rotate.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate
        </Button>
      </Group>
    </div>
  );
}
