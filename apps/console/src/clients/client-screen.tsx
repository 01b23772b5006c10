import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { isProblem } from '@trellis/client';
import { clientQuery, type ConnectorClient } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { Loaded } from '../components/list.js';
import { Page, Section } from '../components/page.js';
import { ThingList } from '../components/thing-list.js';
import { useConnectors } from '../components/rows.js';
import { useTrellis } from '../session/session.js';
import { ClientActions } from './client-actions.js';
import { ClientFacts } from './client-facts.js';
import { ClientProblems } from './client-problems.js';
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
      <Section title="Things">
        <ThingList
          conditions={{ client: client.id }}
          empty={
            client.status === 'STARTED'
              ? 'The technology has no supported devices.'
              : 'Things appear here after the first poll.'
          }
        />
      </Section>
      {client.status === 'STARTED' && <Suggestions client={client} />}
    </Page>
  );
}
