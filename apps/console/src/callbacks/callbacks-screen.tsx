import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callbackQuery, deliveriesQuery, type Delivery } from '../api/account.js';
import { Empty, Loaded, PagedList } from '../components/list.js';
import { Page, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { DeliveryRow } from './delivery-row.js';
import { Registration } from './registration.js';
import { VerifyMessage } from './verify.js';

export default function CallbacksScreen() {
  const query = useQuery(callbackQuery(useTrellis()));
  return (
    <Page
      title="Callbacks"
      lead="The address of your app to which Trellis posts actions of its things, and the events it subscribes to."
    >
      <Loaded query={query}>{(callback) => <Registration callback={callback} />}</Loaded>
      <Deliveries />
      <VerifyMessage />
    </Page>
  );
}

function Deliveries() {
  const [status, setStatus] = useState<Delivery['status'] | 'all'>('all');
  const query = useInfiniteQuery({
    ...deliveriesQuery(useTrellis(), status === 'all' ? undefined : status),
    refetchInterval: 10_000,
  });
  return (
    <Section
      title="Deliveries of the last seven days"
      actions={
        <SegmentedControl
          aria-label="Which deliveries"
          size="xs"
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
      }
    >
      <PagedList
        query={query}
        label="Deliveries"
        empty={
          <Empty title="None">
            Messages appear here with their outcome, and can be redelivered.
          </Empty>
        }
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </PagedList>
    </Section>
  );
}
