import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { bareId, idOf } from '../api/references.js';
import { thingEventsQuery, thingQuery, type Thing } from '../api/things.js';
import { Attributes } from '../components/attributes.js';
import { requesterText, useAppNames } from '../components/app-names.js';
import { DeleteDialog } from '../components/dialogs.js';
import { formatValue } from '../components/format.js';
import { SubjectLink } from '../components/links.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ExactTime, Facts, Json, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { Actions } from './actions.js';
import { Availability } from './availability.js';
import { Logbook } from './logbook.js';
import { Properties } from './properties.js';
import classes from './things.module.css';

export default function ThingScreen() {
  const { id } = useParams({ from: '/things/$id' });
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
        <Properties thing={thing} role="primary" />
        <Actions title="Actions" thing={thing} has={(role) => role === 'primary'} />
        <Events thing={thing} />
        <Properties thing={thing} role="configuration" />
        <Properties thing={thing} role="diagnostic" />
        <Actions title="Maintenance" thing={thing} has={(role) => role !== 'primary'} />
        <Logbook thing={thing} />
      </div>
    </Tabs.Panel>
    <Tabs.Panel value="about">
      <ThingFacts thing={thing} />
      <ThingAttributes thing={thing} />
    </Tabs.Panel>
    <Tabs.Panel value="description">
      <Json value={thing} label="Thing Description" />
    </Tabs.Panel>
  </Tabs>
);

/** A delete button for things of apps. Things of a client are deleted with it. */
function ThingActions({ thing }: { thing: Thing }) {
  const trellis = useTrellis();
  const navigate = useNavigate();
  const queries = useQueryClient();
  if ('href' in thing.created_by) return null;
  return (
    <May scope="svc.things.admin">
      <DeleteDialog
        title={`Delete “${thing.title}”`}
        onDelete={() => trellis.delete('/things/{id}', { path: { id: bareId(thing.id) } })}
        onDeleted={async () => {
          await navigate({ to: '/things' });
          await queries.invalidateQueries({ queryKey: ['things'] });
        }}
      />
    </May>
  );
}

function ThingFacts({ thing }: { thing: Thing }) {
  const { created_by, subject } = thing;
  const nameOf = useAppNames();
  const client = 'href' in created_by ? idOf(created_by.href) : undefined;
  return (
    <Card>
      <Facts
        facts={{
          Availability: <Availability thing={thing} />,
          Types: thing['@type']?.join(', '),
          Subject: subject && <SubjectLink href={subject.href} />,
          'Created by':
            client === undefined ? (
              requesterText('app' in created_by ? created_by : {}, nameOf)
            ) : (
              <Link to="/clients/$id" params={{ id: client }}>
                a connector client
              </Link>
            ),
          Created: <ExactTime at={thing.created} />,
          Modified: <ExactTime at={thing.modified} />,
          Id: <code>{bareId(thing.id)}</code>,
        }}
      />
    </Card>
  );
}

function ThingAttributes({ thing }: { thing: Thing }) {
  const trellis = useTrellis();
  const id = bareId(thing.id);
  return (
    <Attributes
      scope="svc.things.admin"
      attributes={thing.attributes}
      queryKey={thingQuery(trellis, id).queryKey}
      patch={(attributes) => trellis.patch('/things/{id}', { path: { id }, body: { attributes } })}
    />
  );
}

/** The events of a thing, with the last one since the console was opened. */
function Events({ thing }: { thing: Thing }) {
  const { data: received } = useQuery(thingEventsQuery(bareId(thing.id)));
  const events = Object.entries(thing.events);
  if (events.length === 0) return null;
  return (
    <Section title="Events">
      <Card isFlush>
        <List label="Events">
          {events.map(([name, event]) => {
            const last = received?.findLast((one) => one.name === name);
            return (
              <ListItem
                key={name}
                title={event.title ?? name}
                note={event.description}
                side={
                  last ? (
                    <>
                      {last.data !== undefined && <span>{formatValue(last.data)}</span>}
                      <Time at={last.at} />
                    </>
                  ) : (
                    'None since you opened the console'
                  )
                }
              />
            );
          })}
        </List>
      </Card>
    </Section>
  );
}
