import { IconPlug } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limitsQuery, type Quota } from '../api/account.js';
import { clientsQuery, instancesQuery } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { thingsQuery } from '../api/things.js';
import { AvailabilityStatus } from '../components/availability-status.js';
import { counted } from '../components/format.js';
import { LinkButton } from '../components/links.js';
import { Empty, List, ListItem, Loaded, PagedList } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { useConnectors } from '../components/rows.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { RecentActivity } from './activity.js';
import { NeedsAttention } from './attention.js';
import classes from './home.module.css';

export function HomeScreen() {
  // One client is enough to know that something is connected.
  const query = useInfiniteQuery(clientsQuery(useTrellis(), {}, 1));
  return (
    <Page title="Home">
      <Stats />
      <Loaded query={query}>
        {(data) =>
          itemsOf(data).length === 0 ? (
            <NothingConnected />
          ) : (
            <>
              <RecentActivity />
              <div className={classes.columns}>
                <NeedsAttention />
                <UnavailableThings />
                <Connected />
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const NothingConnected = () => (
  <Card>
    <Empty
      icon={IconPlug}
      title="Nothing is connected yet"
      action={
        <>
          <May scope="svc.connector">
            <LinkButton to="/clients/new" search={{ type: 'simulator' }} size="sm">
              Connect the simulator
            </LinkButton>
          </May>
          <LinkButton to="/connectors" variant="subtle">
            See all connectors
          </LinkButton>
        </>
      }
    >
      A connector links a technology, such as Philips Hue, and turns its devices into things that
      your app can read and control. The simulator provides lamps, plugs and thermostats without any
      hardware.
    </Empty>
  </Card>
);

const stats = [
  { quota: 'things', label: 'Things', to: '/things' },
  { quota: 'units', label: 'Units', to: '/units' },
  { quota: 'connector_clients', label: 'Connector clients', to: '/clients' },
  { quota: 'history_values', label: 'Values stored today', to: '/limits' },
] as const;

const format = new Intl.NumberFormat();

/** Numbers of things, units and so on, as counted for the limits of the account. */
function Stats() {
  const query = useQuery(limitsQuery(useTrellis()));
  return (
    <Loaded query={query} lines={2}>
      {(quotas: Quota[]) => (
        <div className={classes.stats}>
          {stats.map(({ quota, label, to }) => (
            <Link key={quota} to={to} className={classes.stat}>
              <span className={classes.number}>
                {format.format(quotas.find(({ name }) => name === quota)?.used ?? 0)}
              </span>
              <span className={classes.label}>{label}</span>
            </Link>
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Connected() {
  const query = useQuery(instancesQuery(useTrellis()));
  const connectorOf = useConnectors();
  return (
    <Section title="Connected" actions={<Link to="/connectors">All connectors</Link>}>
      <Card isFlush>
        <Loaded query={query}>
          {(instances) => (
            <List label="Connected technologies">
              {instances.map(({ id, connector, clients }) => {
                const { name, type_id } = connectorOf(connector) ?? {};
                return (
                  <ListItem
                    key={id}
                    title={
                      <Link to="/connectors/$type" params={{ type: type_id ?? '' }}>
                        {name ?? 'Connector'}
                      </Link>
                    }
                    side={counted(clients.length, 'client')}
                  />
                );
              })}
            </List>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}

function UnavailableThings() {
  const query = useInfiniteQuery(thingsQuery(useTrellis(), { available: 'false' }, 6));
  const all = (
    <Link to="/things" search={{ available: 'false' }}>
      Show all
    </Link>
  );
  return (
    <Section title="Things not available" actions={all}>
      <PagedList
        query={{ ...query, hasNextPage: false }}
        label="Things not available"
        empty={<Empty title="None">All things are available.</Empty>}
      >
        {({ id, title, subject, availability }) => (
          <ListItem
            key={id}
            title={
              <Link to="/things/$id" params={{ id }}>
                {title}
              </Link>
            }
            note={subject && idOf(subject.href)}
            side={<AvailabilityStatus state={availability.state} />}
          />
        )}
      </PagedList>
    </Section>
  );
}
