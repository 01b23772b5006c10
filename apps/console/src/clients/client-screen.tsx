import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { isProblem } from '@trellis/client';
import { hasMembers } from '@trellis/schema-form';
import { agentQuery } from '../api/agents.js';
import { clientQuery, type ConnectorClient, type ConnectorDescription } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { Attributes } from '../components/attributes.js';
import { clientState, connectionTexts } from '../components/client-state.js';
import { CopyableCode } from '../components/code-text.js';
import { SubjectLink } from '../components/links.js';
import { Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { useConnectors } from '../components/rows.js';
import { ThingList } from '../components/thing-list.js';
import { FactGrid, Moment, Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { ChangeAgent } from './change-agent.js';
import { ChangeConfiguration } from './change-configuration.js';
import { ClientActivity } from './client-activity.js';
import { ClientProblems } from './client-problems.js';
import { DeleteClient } from './delete-client.js';
import { Suggestions } from './suggestions.js';

export default function ClientScreen() {
  const { id } = useParams({ from: '/clients/$id' });
  const query = useQuery(clientQuery(useTrellis(), id));
  // A removal may take longer than the request that asked for it.
  const isRemoved = query.data?.removal && isProblem(query.error) && query.error.status === 404;
  if (isRemoved) return <Navigate to="/clients" replace />;
  if (query.data && !query.error) return <KnownClient client={query.data} />;
  return (
    <Page title="Client" back={<Link to="/clients">Clients</Link>}>
      <Loaded query={{ ...query, data: undefined }}>{() => null}</Loaded>
    </Page>
  );
}

function KnownClient({ client }: { client: ConnectorClient }) {
  const connector = useConnectors()(client.connector);
  const subject = idOf(client.subject.href);
  return (
    <Page
      title={`${connector?.name ?? 'Client'} of ${subject}`}
      back={<Link to="/clients">Clients</Link>}
      lead={client.name}
      actions={connector && <ClientActions client={client} connector={connector} />}
    >
      <ClientProblems client={client} connector={connector} />
      <ClientFacts client={client} connector={connector} />
      <ClientActivity client={client} />
      <ClientAttributes client={client} />
      <Section title="Things">
        <ThingList
          conditions={{ client: client.id }}
          empty={
            client.status === 'STARTED'
              ? 'The technology has no supported devices.'
              : 'Things appear here after the first successful poll.'
          }
        />
      </Section>
      {client.status === 'STARTED' && (
        <May scope="svc.units.admin">
          <Suggestions client={client} />
        </May>
      )}
    </Page>
  );
}

interface ClientFactsProps {
  client: ConnectorClient;
  connector: ConnectorDescription | undefined;
}

function ClientFacts({ client, connector }: ClientFactsProps) {
  const { last_polled, next_poll, connection, paused, account } = client;
  const { tone, label } = clientState(client, Date.now());
  return (
    <Card>
      <FactGrid
        facts={{
          Status: <Status tone={tone}>{label}</Status>,
          // A paused client has neither.
          'Last poll': last_polled ? <Time at={last_polled} /> : paused ? undefined : 'Not yet',
          'Next poll': paused ? undefined : next_poll ? <Time at={next_poll} /> : 'Unknown',
          Connection: connection && (
            <>
              {connectionTexts[connection.state]} since <Moment at={connection.since} />
            </>
          ),
          Paused: paused && (
            <>
              <Time at={paused.since} />
              {paused.reason && ` – ${paused.reason}`}
            </>
          ),
          Agent: client.via && <ClientAgent id={client.via} />,
          Subject: <SubjectLink href={client.subject.href} />,
          Account: account && [account.name, account.id].filter(Boolean).join(' · '),
          Connector: connector && (
            <Link to="/connectors/$type" params={{ type: connector.type_id }}>
              {connector.name}
            </Link>
          ),
          Id: <CopyableCode text={client.id} label="the id" />,
        }}
      />
    </Card>
  );
}

function ClientAgent({ id }: { id: string }) {
  const { data } = useQuery(agentQuery(useTrellis(), id));
  return (
    <Link to="/agents/$id" params={{ id }}>
      {data?.name ?? 'Removed'}
    </Link>
  );
}

function ClientAttributes({ client: { id, attributes } }: { client: ConnectorClient }) {
  const trellis = useTrellis();
  return (
    <Attributes
      scope="svc.connector"
      attributes={attributes}
      queryKey={clientQuery(trellis, id).queryKey}
      patch={(attributes) =>
        trellis.patch('/connectors/clients/{id}', { path: { id }, body: { attributes } })
      }
    />
  );
}

interface ClientActionsProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

function ClientActions({ client, connector }: ClientActionsProps) {
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
      <May scope="svc.connector.pause">
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
      </May>
      <May scope="svc.connector">
        {hasMembers(connector.client_configuration_schema) && (
          <ChangeConfiguration client={client} connector={connector} />
        )}
        <ChangeAgent client={client} />
        <DeleteClient client={client} connector={connector} />
      </May>
    </>
  );
}
