import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  clientQuery,
  type ConnectorClient,
  type ConnectorDescription,
  type Removal,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DeleteDialog } from '../components/delete-dialog.js';
import { hasMembers } from '../forms/schemas.js';
import { useTrellis } from '../session/session-context.js';
import { ChangeConfiguration } from './change-configuration.js';

interface ClientActionsProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

/** What can be done with a client. */
export function ClientActions({ client, connector }: ClientActionsProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = { id: client.id };
  const { queryKey } = clientQuery(trellis, client.id);
  const onSuccess = ({ data }: { data: ConnectorClient }) => queries.setQueryData(queryKey, data);
  const poll = useMutation({
    mutationFn: () => trellis.post('/connectors/clients/{id}/poll', { path, maxAttempts: 1 }),
    onSuccess,
  });
  const pause = useMutation({
    mutationFn: () => trellis.post('/connectors/clients/{id}/pause', { path, body: {} }),
    onSuccess,
  });
  const resume = useMutation({
    mutationFn: () => trellis.post('/connectors/clients/{id}/resume', { path }),
    onSuccess,
  });
  return (
    <>
      {client.paused ? (
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden="true" />}
            loading={poll.isPending}
            onClick={() => poll.mutate()}
          >
            Poll now
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={14} aria-hidden="true" />}
            loading={pause.isPending}
            onClick={() => pause.mutate()}
          >
            Pause
          </Button>
        </>
      )}
      {hasMembers(connector.client_configuration_schema) && (
        <ChangeConfiguration client={client} connector={connector} />
      )}
      <DeleteDialog
        title={`Delete ${connector.name} of ${idOf(client.subject.href)}`}
        preview={async () => {
          const query = { dry_run: 'true' } as const;
          const { data } = await trellis.delete('/connectors/clients/{id}', { path, query });
          return data as Removal;
        }}
        onDelete={() => trellis.delete('/connectors/clients/{id}', { path })}
        onDeleted={async () => {
          await navigate({ to: '/clients' });
          queries.removeQueries({ queryKey });
          await queries.invalidateQueries({ queryKey: ['clients'] });
          await queries.invalidateQueries({ queryKey: ['things'] });
        }}
      />
    </>
  );
}
