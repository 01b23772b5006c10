import { TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/values.js';
import { SignInFailure } from '../session/session.js';
import { ask } from '../api/people.js';
import { shown } from './entry-form.js';

interface Passkey {
  id: string;
  name?: string | null;
  createdAt?: string | null;
}

const passkeysKey = ['passkeys'];

/** Passkeys (WebAuthn), which sign in without a password. */
export function Passkeys() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: passkeysKey,
    queryFn: () => ask<Passkey[]>('/passkey/list-user-passkeys'),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: passkeysKey });
  return (
    <Section
      title="Passkeys"
      actions={
        <FormDialog
          label="Add passkey"
          title="Add a passkey"
          submitLabel="Add"
          withCancel
          disabled={!window.PublicKeyCredential}
          onSubmit={(entered) => shown(register(String(entered.get('name')).trim()))}
          onDone={refresh}
        >
          <TextInput
            name="name"
            label="Name"
            placeholder="Laptop"
            maxLength={100}
            required
            data-autofocus
          />
        </FormDialog>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {(passkeys) =>
            passkeys.length === 0 ? (
              <Empty title="No passkeys">
                A passkey of this device or a security key signs you in without a password.
              </Empty>
            ) : (
              <List label="Passkeys">
                {passkeys.map(({ id, name, createdAt }) => (
                  <ListItem
                    key={id}
                    title={name || 'Passkey'}
                    note={
                      createdAt && (
                        <>
                          Added <Time at={createdAt} />
                        </>
                      )
                    }
                    side={
                      <DeleteDialog
                        title={`Delete the passkey ${name ?? ''}`}
                        onDelete={() => ask('/passkey/delete-passkey', { id })}
                        onDeleted={refresh}
                      />
                    }
                  />
                ))}
              </List>
            )
          }
        </Loaded>
      </Card>
    </Section>
  );
}

async function register(name: string): Promise<void> {
  const optionsJSON = await ask<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    `/passkey/generate-register-options?${new URLSearchParams({ name })}`,
  );
  const response = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    throw new SignInFailure('The browser did not make a passkey.', { cause });
  });
  await ask('/passkey/verify-registration', { response, name });
}
