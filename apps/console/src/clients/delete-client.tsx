import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { clientQuery, type ConnectorClient, type ConnectorDescription } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DeleteDialog, dryRun } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';

/** Returns functions to delete a client. With `force`, `remove` resolves to what the technology refused. */
export function useClientRemoval(client: ConnectorClient) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = { id: client.id };
  const { queryKey } = clientQuery(trellis, client.id);
  return {
    async remove({ force = false } = {}): Promise<string[]> {
      const query = force ? ({ force: 'true' } as const) : {};
      try {
        const { data } = await trellis.delete('/connectors/clients/{id}', { path, query });
        return data && 'given_up' in data ? data.given_up.map(({ detail }) => detail) : [];
      } catch (error) {
        // The client now shows the progress of its removal.
        await queries.invalidateQueries({ queryKey });
        throw error;
      }
    },
    async leave() {
      await navigate({ to: '/clients' });
      queries.removeQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: ['clients'] });
      await queries.invalidateQueries({ queryKey: ['things'] });
    },
  };
}

interface DeleteClientProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

export function DeleteClient({ client, connector }: DeleteClientProps) {
  const trellis = useTrellis();
  const { remove, leave } = useClientRemoval(client);
  const [force, setForce] = useState(false);
  const { name } = connector;
  const path = { id: client.id };
  return (
    <DeleteDialog
      title={`Delete ${name} of ${idOf(client.subject.href)}`}
      preview={() => trellis.delete('/connectors/clients/{id}', { path, query: dryRun })}
      onDelete={() => remove({ force })}
      onDeleted={(givenUp) => {
        if (givenUp.length > 0) {
          void import('../shell/toasts.js').then(({ toastNote }) =>
            toastNote(`Deleted, but ${name} refused`, givenUp.join(' ')),
          );
        }
        return leave();
      }}
    >
      <Checkbox
        size="sm"
        label={`Report what ${name} refuses`}
        description={`Access to ${name} is revoked if possible. The client is deleted even if ${name} refuses that. The audit log records a forced deletion.`}
        checked={force}
        onChange={({ target }) => setForce(target.checked)}
      />
    </DeleteDialog>
  );
}
