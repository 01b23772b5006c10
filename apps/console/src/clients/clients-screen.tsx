import { SegmentedControl } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clientsQuery, type ClientConditions } from '../api/connectors.js';
import { LinkButton } from '../components/links.js';
import { Empty, PagedList } from '../components/list.js';
import { Page } from '../components/page.js';
import { ListedClientRow } from '../components/rows.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';

const filters: Record<string, { label: string; conditions: ClientConditions }> = {
  all: { label: 'All', conditions: {} },
  attention: { label: 'Needs attention', conditions: { attention: 'true' } },
  running: { label: 'Running', conditions: { paused: 'false' } },
  paused: { label: 'Paused', conditions: { paused: 'true' } },
};

export default function ClientsScreen() {
  const navigate = useNavigate();
  const { show = '' } = useSearch({ from: '/clients' });
  const filter = Object.hasOwn(filters, show) ? show : 'all';
  const clients = clientsQuery(useTrellis(), filters[filter]!.conditions);
  // No event reports successful polls.
  const query = useInfiniteQuery({ ...clients, refetchInterval: 15_000 });
  return (
    <Page
      title="Clients"
      lead="A client connects one technology for one end user, and creates its things."
      actions={
        <>
          <SegmentedControl
            aria-label="Which clients"
            size="xs"
            value={filter}
            onChange={(show) => void navigate({ to: '/clients', search: { show }, replace: true })}
            data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
          />
          <May scope="svc.connector">
            <LinkButton to="/clients/new">Connect a client</LinkButton>
          </May>
        </>
      }
    >
      <PagedList query={query} label="Clients" empty={<NoClients isFiltered={filter !== 'all'} />}>
        {(client) => <ListedClientRow key={client.id} client={client} />}
      </PagedList>
    </Page>
  );
}

const NoClients = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="None" />
  ) : (
    <Empty
      icon={IconPlugConnected}
      title="No clients yet"
      action={
        <May scope="svc.connector">
          <LinkButton to="/clients/new" search={{ type: 'simulator' }}>
            Connect the simulator
          </LinkButton>
        </May>
      }
    >
      <May
        scope="svc.connector"
        otherwise="Once an end user has connected a technology, the client is shown here."
      >
        Choose a technology and an end user. The simulator needs no hardware.
      </May>
    </Empty>
  );
