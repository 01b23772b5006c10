import { Link } from '@tanstack/react-router';
import type { ConnectorClient, ConnectorDescription } from '../api/connectors.js';
import { clientState } from '../components/client-state.js';
import { Facts, Status, Time } from '../components/values.js';
import { SubjectLink } from '../components/links.js';
import { Card } from '../components/page.js';

interface ClientFactsProps {
  client: ConnectorClient;
  connector: ConnectorDescription | undefined;
}

export function ClientFacts({ client, connector }: ClientFactsProps) {
  const { last_polled, next_poll, connection, paused } = client;
  const { tone, label } = clientState(client, Date.now());
  return (
    <Card>
      <Facts
        facts={{
          Status: <Status tone={tone}>{label}</Status>,
          // A paused client has neither.
          'Last poll': last_polled ? <Time at={last_polled} /> : paused ? undefined : 'Not yet',
          'Next poll': paused ? undefined : next_poll ? <Time at={next_poll} /> : 'Unknown',
          Connection: connection && (
            <>
              {connection.state} since <Time at={connection.since} />
            </>
          ),
          Paused: paused && (
            <>
              <Time at={paused.since} />
              {paused.reason && ` – ${paused.reason}`}
            </>
          ),
          Subject: <SubjectLink href={client.subject.href} />,
          Connector: connector && (
            <Link to="/connectors/$type" params={{ type: connector.type_id }}>
              {connector.name}
            </Link>
          ),
          Id: <code>{client.id}</code>,
        }}
      />
    </Card>
  );
}
