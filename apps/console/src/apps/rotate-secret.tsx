import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../api/apps.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useSession } from '../session/session-context.js';
import classes from './apps.module.css';

const hour = 3_600;

/** For how long the secret before is accepted as well (s). */
const overlaps = [
  { value: String(24 * hour), label: 'For a day' },
  { value: String(7 * 24 * hour), label: 'For a week' },
  { value: String(hour), label: 'For an hour' },
  { value: '0', label: 'Not at all: it has become known' },
];

interface RotateSecretProps {
  app: App;
  /** Whether one is signed in with it. */
  isOwn: boolean;
  onRotated(app: App): void;
}

/** A button that gives an app another secret. */
export function RotateSecret({ app, isOwn, onRotated }: RotateSecretProps) {
  const { trellis, scopes, changeSecret } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [overlap, setOverlap] = useState(overlaps[0]!.value);
  const lacksScope = !app.scopes.every((scope) => scopes.includes(scope));
  const close = () => setIsOpen(false);
  const rotate = useMutation({
    mutationFn: async () => {
      const body = { overlap_seconds: Number(overlap) };
      return (await trellis.post('/apps/{id}/rotate', { path: { id: app.client_id }, body })).data;
    },
    meta: { showsProblem: true },
    // The answer has the secret.
    gcTime: 0,
    onSuccess: (rotated) => {
      close();
      rotate.reset();
      if (isOwn) changeSecret(rotated.client_secret!);
      onRotated(rotated);
    },
  });
  return (
    <>
      <Button
        variant="default"
        disabled={lacksScope}
        {...(lacksScope && { title: 'It has scopes that you do not have.' })}
        onClick={() => setIsOpen(true)}
      >
        Rotate secret
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Rotate the secret of ${app.name}`}>
        <div className={classes.form}>
          <p className={classes.text}>
            It gets a new secret, which is shown once. Secrets from before the present one are no
            longer accepted.{isOwn && ' You stay signed in.'}
          </p>
          <NativeSelect
            label="The present secret is accepted as well"
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
      </Modal>
    </>
  );
}
