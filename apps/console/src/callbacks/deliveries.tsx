import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  deliveriesQuery,
  type Delivery,
  type DeliveryConditions,
  type DeliveryWithPayload,
} from '../api/callbacks.js';
import { itemsOf, resourceQuery } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { DialogButton } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { Empty, ListItem, Loaded, PagedList } from '../components/list.js';
import { ThingLink } from '../components/thing-link.js';
import { Section } from '../components/page.js';
import { ExactTime, Facts, Json, Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { Attempts } from './attempts.js';
import classes from './callbacks.module.css';
import { DeliveryFilters } from './delivery-filters.js';
import { RedeliverMatching } from './redeliver-matching.js';

export function Deliveries() {
  const conditions = useSearch({ from: '/callbacks' }) as DeliveryConditions;
  const query = useInfiniteQuery({
    ...deliveriesQuery(useTrellis(), conditions),
    refetchInterval: 10_000,
  });
  const isFiltered = Object.keys(conditions).length > 0;
  return (
    <Section
      title="Deliveries of the last seven days"
      actions={
        itemsOf(query.data).length > 0 && (
          <May scope="svc.things.admin">
            <RedeliverMatching conditions={conditions} />
          </May>
        )
      }
    >
      <DeliveryFilters />
      <PagedList
        query={query}
        label="Deliveries"
        empty={
          <Empty title="None">
            {isFiltered
              ? 'Nothing meets all of these conditions.'
              : 'Messages appear here with their outcome, and can be redelivered.'}
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
  const { id, type, event, status, attempts, response_status, error, created } = delivery;
  const again = useMutation({
    mutationFn: () => trellis.post('/callback/deliveries/{id}/redeliveries', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const outcome = response_status === undefined ? error : `Status ${response_status}`;
  return (
    <ListItem
      title={event === undefined ? type : `${type}: ${event}`}
      note={[counted(attempts, 'attempt'), outcome].filter(Boolean).join(' · ')}
      side={
        <>
          <Time at={created} />
          <Status tone={tones[status]}>{status}</Status>
          <DialogButton label="Show" title={type} modal={{ size: 'lg' }}>
            {() => <Details id={id} />}
          </DialogButton>
          {status !== 'pending' && (
            <May scope="svc.things.admin">
              <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
                Redeliver
              </Button>
            </May>
          )}
        </>
      }
    />
  );
}

function Details({ id }: { id: string }) {
  const path = { id };
  const query = useQuery({
    ...resourceQuery(useTrellis(), ['delivery', id], '/callback/deliveries/{id}', { path }),
    refetchInterval: 10_000,
  });
  return <Loaded query={query}>{(delivery) => <DeliveryDetails delivery={delivery} />}</Loaded>;
}

const DeliveryDetails = ({ delivery }: { delivery: DeliveryWithPayload }) => (
  <div className={classes.details}>
    <Facts
      facts={{
        Thing: delivery.thing && <ThingLink id={idOf(delivery.thing.href)} />,
        Event: delivery.event,
        Client: delivery.client && (
          <Link to="/clients/$id" params={{ id: idOf(delivery.client.href) }}>
            {idOf(delivery.client.href)}
          </Link>
        ),
        Created: <ExactTime at={delivery.created} />,
        Status: <Status tone={tones[delivery.status]}>{delivery.status}</Status>,
        'More like it': delivery.thing && (
          <Link to="/callbacks" search={{ thing: idOf(delivery.thing.href) }}>
            All messages about this thing
          </Link>
        ),
      }}
    />
    <h3>
      {delivery.attempts > delivery.last_attempts.length
        ? `The last ${counted(delivery.last_attempts.length, 'attempt')}`
        : 'Attempts'}
    </h3>
    <Attempts attempts={delivery.last_attempts} />
    <h3>Message</h3>
    <Json value={delivery.payload} label="Message" />
  </div>
);
