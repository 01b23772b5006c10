import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  clientQuery,
  type ConnectorClient,
  type ConnectorDescription,
  type Removal,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DeleteDialog } from '../components/delete-dialog.js';
import { useTrellis } from '../session/session-context.js';

/** How a client is deleted: `remove` resolves to what its technology refused, if that is asked for with `force`. */
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
        // The client shows how far its removal is.
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
  return (
    <DeleteDialog
      title={`Delete ${name} of ${idOf(client.subject.href)}`}
      preview={async () => {
        const query = { dry_run: 'true' } as const;
        const path = { id: client.id };
        const { data } = await trellis.delete('/connectors/clients/{id}', { path, query });
        return data as Removal;
      }}
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
        mt="md"
        label={`Tell me what ${name} refuses`}
        description={`Access to ${name} is given back, where there is any to give back. The client is deleted even if that is refused. The audit log calls this a forced deletion.`}
        checked={force}
        onChange={({ target }) => setForce(target.checked)}
      />
    </DeleteDialog>
  );
}
