import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callbackQuery, deliveriesQuery, type Delivery } from '../api/account.js';
import { resourceQuery } from '../api/pages.js';
import { DialogButton } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { Empty, ListItem, Loaded, PagedList } from '../components/list.js';
import { Page, Section } from '../components/page.js';
import { Json, Status, Time } from '../components/values.js';
import { useTrellis } from '../session/session.js';
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

const tones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const { id, type, status, attempts, response_status, error, created } = delivery;
  const again = useMutation({
    mutationFn: () => trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const outcome = response_status === undefined ? error : `Status ${response_status}`;
  return (
    <ListItem
      title={type}
      note={[counted(attempts, 'attempt'), outcome].filter(Boolean).join(' · ')}
      side={
        <>
          <Time at={created} />
          <Status tone={tones[status]}>{status}</Status>
          <DialogButton label="Show" title={type} modal={{ size: 'lg' }}>
            {() => <Payload id={id} />}
          </DialogButton>
          {status !== 'pending' && (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              Redeliver
            </Button>
          )}
        </>
      }
    />
  );
}

function Payload({ id }: { id: string }) {
  const path = { id };
  const query = useQuery(
    resourceQuery(useTrellis(), ['delivery', id], '/callback/deliveries/{id}', { path }),
  );
  return <Loaded query={query}>{({ payload }) => <Json value={payload} label="Message" />}</Loaded>;
}
