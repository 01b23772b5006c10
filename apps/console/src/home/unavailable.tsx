import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { thingsQuery } from '../api/things.js';
import { Empty, List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Status } from '../components/values.js';
import { useTrellis } from '../session/session.js';

export function UnavailableThings() {
  const query = useInfiniteQuery(thingsQuery(useTrellis(), { available: 'false' }, 6));
  return (
    <Section
      title="Unavailable things"
      actions={
        <Link to="/things" search={{ available: 'false' }}>
          Show all
        </Link>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {(data) => {
            const things = itemsOf(data);
            if (things.length === 0) return <Empty title="None">All things are available.</Empty>;
            return (
              <List label="Unavailable things">
                {things.slice(0, 6).map(({ id, title, subject }) => (
                  <ListItem
                    key={id}
                    title={
                      <Link to="/things/$id" params={{ id }}>
                        {title}
                      </Link>
                    }
                    note={subject && idOf(subject.href)}
                    side={<Status tone="calm">Unavailable</Status>}
                  />
                ))}
              </List>
            );
          }}
        </Loaded>
      </Card>
    </Section>
  );
}
