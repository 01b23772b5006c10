import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { attemptsQuery, subscriptionsQuery, type Subscription } from '../api/callbacks.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { DialogButton } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { Empty, List, ListItem, Loaded, LoadMore } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { ExactTime, Facts, Json, Status, type Tone } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { Attempts } from './attempts.js';
import classes from './callbacks.module.css';
import { TestMessage } from './test-message.js';

/** The subscriptions with an address, and how their messages fare. */
export function Subscriptions() {
  const query = useInfiniteQuery({ ...subscriptionsQuery(useTrellis()), refetchInterval: 10_000 });
  return (
    <Section title="Subscriptions with an address">
      <Card isFlush>
        <Loaded query={query}>
          {(data) => {
            const delivered = itemsOf(data).filter(({ url }) => url !== undefined);
            return delivered.length === 0 ? (
              <Empty title="None">
                Your app subscribes to events that meet conditions by POST /subscriptions.
              </Empty>
            ) : (
              <List label="Subscriptions">
                {delivered.map((one) => (
                  <SubscriptionRow key={one.id} subscription={one} />
                ))}
              </List>
            );
          }}
        </Loaded>
        <LoadMore {...query} />
      </Card>
    </Section>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { href, url, match } = subscription;
  const [tone, state] = stateOf(subscription);
  return (
    <ListItem
      title={url}
      note={Object.keys(match).join(', ') || 'All events'}
      side={
        <>
          <Status tone={tone}>{state}</Status>
          <May scope="svc.things.admin">
            <DialogButton label="Show" title="Subscription" modal={{ size: 'lg' }}>
              {() => <Details id={idOf(href)} subscription={subscription} />}
            </DialogButton>
          </May>
        </>
      }
    />
  );
}

function stateOf({ status, error }: Subscription): [Tone, string] {
  if (status === 'stopped') return ['bad', 'stopped'];
  return error ? ['wait', `${counted(error.attempts, 'failed attempt')}`] : ['good', 'active'];
}

function Details({ id, subscription }: { id: string; subscription: Subscription }) {
  const trellis = useTrellis();
  const query = useQuery({ ...attemptsQuery(trellis, id), refetchInterval: 10_000 });
  const { url, match, error, created } = subscription;
  const path = { id };
  const send = async () => [(await trellis.post('/subscriptions/{id}/test', { path })).data];
  return (
    <div className={classes.details}>
      <Facts
        facts={{
          Address: url,
          Created: <ExactTime at={created} />,
          Error: error?.detail,
          'Next attempt': error?.next_attempt && <ExactTime at={error.next_attempt} />,
        }}
      />
      <TestMessage listKey="attempts" send={send} />
      <h3>The last attempts</h3>
      <Loaded query={query}>{(attempts) => <Attempts attempts={attempts} />}</Loaded>
      <h3>Conditions</h3>
      <Json value={match} label="Conditions" />
    </div>
  );
}
