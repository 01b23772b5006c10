import { SegmentedControl } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientsQuery } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { ClientRow } from '../components/client-row.js';
import { Empty } from '../components/empty.js';
import { LinkButton } from '../components/link-button.js';
import { List } from '../components/list.js';
import { LoadMore } from '../components/load-more.js';
import { Loaded } from '../components/loaded.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';

const filters = { all: undefined, running: 'false', paused: 'true' } as const;

/** The clients of the account. */
export function ClientsScreen() {
  const [filter, setFilter] = useState<keyof typeof filters>('all');
  const query = useInfiniteQuery(clientsQuery(useTrellis(), filters[filter]));
  return (
    <Page
      title="Clients"
      lead="A client connects one technology for one of your end users, and creates the things."
      actions={
        <>
          <SegmentedControl
            aria-label="Which clients"
            size="xs"
            value={filter}
            onChange={(value) => setFilter(value as keyof typeof filters)}
            data={[
              { value: 'all', label: 'All' },
              { value: 'running', label: 'Running' },
              { value: 'paused', label: 'Paused' },
            ]}
          />
          <LinkButton to="/clients/new">Connect a client</LinkButton>
        </>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {(data) => {
            const clients = itemsOf(data);
            return clients.length === 0 ? (
              <NoClients isFiltered={filter !== 'all'} />
            ) : (
              <List label="Clients">
                {clients.map(({ href }) => (
                  <ClientRow key={href} id={idOf(href)} />
                ))}
              </List>
            );
          }}
        </Loaded>
        <LoadMore {...query} />
      </Card>
    </Page>
  );
}

const NoClients = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="None" />
  ) : (
    <Empty
      icon={<IconPlugConnected size={32} stroke={1.4} aria-hidden="true" />}
      title="No clients yet"
      action={
        <LinkButton to="/clients/new" search={{ type: 'simulator' }}>
          Connect the simulator
        </LinkButton>
      }
    >
      Choose a technology and say for whom it is connected. The simulator needs no hardware.
    </Empty>
  );
