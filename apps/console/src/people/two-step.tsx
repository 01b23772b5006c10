import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { CopyTextButton } from '../components/code-text.js';
import { save } from '../components/download.js';
import { FormDialog } from '../components/dialogs.js';
import { Card, Section } from '../components/page.js';
import { ask, personQuery } from '../api/people.js';
import classes from './people.module.css';
import { EntryForm, PasswordNow, shown } from './entry-form.js';

interface Enabling {
  totpURI: string;
  backupCodes: string[];
}

interface TwoStepProps {
  isOn: boolean;
  /** Called when the person has turned it on and stored the backup codes. */
  onTurnedOn?(): void;
}

/** Codes of an authenticator app (RFC 6238) as a second step. */
export function TwoStep({ isOn, onTurnedOn }: TwoStepProps) {
  const queries = useQueryClient();
  const [enabling, setEnabling] = useState<Enabling>();
  const refresh = () => void queries.invalidateQueries(personQuery);
  return (
    <Section
      title="Two-step sign-in"
      actions={
        <FormDialog
          label={isOn ? 'Turn off' : 'Turn on'}
          title={isOn ? 'Turn off two-step sign-in' : 'Turn on two-step sign-in'}
          submitLabel={isOn ? 'Turn off' : 'Continue'}
          withCancel
          onSubmit={(entered) => {
            const body = { password: entered.get('current') };
            return shown(
              isOn
                ? ask<undefined>('/two-factor/disable', body).then(() => undefined)
                : ask<Enabling>('/two-factor/enable', body),
            );
          }}
          onDone={(begun) => {
            setEnabling(begun);
            refresh();
          }}
        >
          <PasswordNow />
        </FormDialog>
      }
    >
      <Card>
        {isOn
          ? 'Signing in with your password takes a code of your authenticator app.'
          : 'With an authenticator app, a stolen password is not enough to sign in as you.'}
      </Card>
      <Modal
        opened={enabling !== undefined}
        onClose={() => setEnabling(undefined)}
        title="Turn on two-step sign-in"
      >
        {enabling && (
          <Confirm
            {...enabling}
            onDone={() => {
              setEnabling(undefined);
              refresh();
              onTurnedOn?.();
            }}
          />
        )}
      </Modal>
    </Section>
  );
}

function Confirm({ totpURI, backupCodes, onDone }: Enabling & { onDone(): void }) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const secret = new URL(totpURI).searchParams.get('secret');
  const text = `${backupCodes.join('\n')}\n`;
  if (isConfirmed) {
    return (
      <div className={classes.form}>
        <p className={classes.text}>
          Store these backup codes: each signs you in once without the app. They are not shown
          again.
        </p>
        <ul className={classes.codes} aria-label="Backup codes">
          {backupCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyTextButton text={text} />
          <Button
            variant="default"
            onClick={() =>
              save(new Blob([text], { type: 'text/plain' }), 'trellis-backup-codes.txt')
            }
          >
            Download
          </Button>
          <Button onClick={onDone}>I have stored them</Button>
        </Group>
      </div>
    );
  }
  return (
    <EntryForm
      label="Confirm"
      onSubmit={async (entered) => {
        await ask('/two-factor/verify-totp', { code: String(entered.get('code')).trim() });
        setIsConfirmed(true);
      }}
    >
      <p className={classes.text}>Scan this with your authenticator app.</p>
      <QrCode text={totpURI} />
      <p className={classes.text}>
        Or enter this key: <code>{secret}</code>
      </p>
      <TextInput
        name="code"
        label="Code of your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        data-autofocus
      />
    </EntryForm>
  );
}

/** A picture of the text (ISO/IEC 18004): a square for each dark module. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text);
  const squares = data.flatMap((line, y) =>
    line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
    >
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
