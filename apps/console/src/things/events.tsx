import { useQuery } from '@tanstack/react-query';
import { bareId } from '../api/references.js';
import { heardEventsQuery } from '../api/heard-events.js';
import type { Thing } from '../api/things.js';
import { formatValue } from '../components/format-value.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/time.js';

/** What the thing tells, and what it has told since the console was opened. */
export function Events({ thing }: { thing: Thing }) {
  const { data: heard } = useQuery(heardEventsQuery(bareId(thing.id)));
  const events = Object.entries(thing.events);
  if (events.length === 0) return null;
  return (
    <Section title="Events">
      <Card isFlush>
        <List label="Events">
          {events.map(([name, event]) => {
            const last = heard?.findLast((one) => one.name === name);
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
                    'Not since you opened the console'
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
