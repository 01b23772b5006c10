import { IconPlug } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clientsQuery } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { Empty, Loaded } from '../components/list.js';
import { LinkButton } from '../components/links.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { RecentActivity } from './activity.js';
import { NeedsAttention } from './attention.js';
import { UnavailableThings } from './unavailable.js';
import { Connected } from './connected.js';
import classes from './home.module.css';
import { Stats } from './stats.js';

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
          <LinkButton to="/clients/new" search={{ type: 'simulator' }} size="sm">
            Connect the simulator
          </LinkButton>
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
