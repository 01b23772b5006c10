import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasMembers } from '@trellis/schema-form';
import { clientQuery, type ConnectorClient, type ConnectorDescription } from '../api/connectors.js';
import { useTrellis } from '../session/session.js';
import { ChangeConfiguration } from './change-configuration.js';
import { DeleteClient } from './delete-client.js';

interface ClientActionsProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

export function ClientActions({ client, connector }: ClientActionsProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
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
      <DeleteClient client={client} connector={connector} />
    </>
  );
}
