import { IconPlug } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { attentionQuery } from '../api/attention.js';
import { Empty } from '../components/empty.js';
import { LinkButton } from '../components/link-button.js';
import { Loaded } from '../components/loaded.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import { NeedsAttention } from './attention.js';
import { ThingsAway } from './away.js';
import { Connected } from './connected.js';
import classes from './home.module.css';
import { Stats } from './stats.js';

/** What there is, and what needs attention. */
export function HomeScreen() {
  const query = useQuery(attentionQuery(useTrellis(), useQueryClient()));
  return (
    <Page title="Home">
      <Stats />
      <Loaded query={query}>
        {(attention) =>
          attention.clients.length === 0 ? (
            <NothingConnected />
          ) : (
            <div className={classes.columns}>
              <NeedsAttention attention={attention} />
              <ThingsAway />
              <Connected />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

const NothingConnected = () => (
  <Card>
    <Empty
      icon={<IconPlug size={32} stroke={1.4} aria-hidden="true" />}
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
      your app reads and controls in one way. The simulator has lamps, plugs and thermostats without
      any hardware.
    </Empty>
  </Card>
);
