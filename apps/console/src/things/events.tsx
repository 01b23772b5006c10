import { useQuery } from '@tanstack/react-query';
import { bareId } from '../api/references.js';
import { thingEventsQuery, type Thing } from '../api/things.js';
import { formatValue } from '../components/format.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/values.js';

/** The events of a thing, with the last one since the console was opened. */
export function Events({ thing }: { thing: Thing }) {
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
