import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { idOf } from '../api/references.js';
import { thingsQuery } from '../api/things.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Section } from '../components/page.js';
import { Status } from '../components/values.js';
import { useTrellis } from '../session/session.js';

export function UnavailableThings() {
  const query = useInfiniteQuery(thingsQuery(useTrellis(), { available: 'false' }, 6));
  const all = (
    <Link to="/things" search={{ available: 'false' }}>
      Show all
    </Link>
  );
  return (
    <Section title="Unavailable things" actions={all}>
      <PagedList
        query={{ ...query, hasNextPage: false }}
        label="Unavailable things"
        empty={<Empty title="None">All things are available.</Empty>}
      >
        {({ id, title, subject }) => (
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
        )}
      </PagedList>
    </Section>
  );
}
