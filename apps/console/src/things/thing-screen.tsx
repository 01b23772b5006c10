import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { thingQuery, type Thing } from '../api/things.js';
import { Json } from '../components/json.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import { Actions } from './actions.js';
import { Events } from './events.js';
import { Properties } from './properties.js';
import { ThingActions } from './thing-actions.js';
import { ThingFacts } from './thing-facts.js';
import classes from './things.module.css';

const route = getRouteApi('/things/$id');

/** One thing with its properties, actions and events. */
export function ThingScreen() {
  const { id } = route.useParams();
  const query = useQuery(thingQuery(useTrellis(), id));
  return (
    <Page
      key={id}
      title={query.data?.title ?? 'Thing'}
      back={<Link to="/things">Things</Link>}
      lead={query.data?.description}
      actions={query.data && <ThingActions thing={query.data} />}
    >
      <Loaded query={query} lines={6}>
        {(thing) => <KnownThing thing={thing} />}
      </Loaded>
    </Page>
  );
}

const KnownThing = ({ thing }: { thing: Thing }) => (
  <Tabs defaultValue="now" keepMounted={false}>
    <Tabs.List mb="md">
      <Tabs.Tab value="now">Now</Tabs.Tab>
      <Tabs.Tab value="about">About</Tabs.Tab>
      <Tabs.Tab value="description">Thing Description</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="now">
      <div className={classes.panels}>
        <Properties thing={thing} />
        <Actions thing={thing} />
        <Events thing={thing} />
      </div>
    </Tabs.Panel>
    <Tabs.Panel value="about">
      <ThingFacts thing={thing} />
    </Tabs.Panel>
    <Tabs.Panel value="description">
      <Json value={thing} label="Thing Description" />
    </Tabs.Panel>
  </Tabs>
);
