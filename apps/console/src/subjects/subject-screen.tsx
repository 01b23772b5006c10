import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { subjectQuery } from '../api/account.js';
import { idOf } from '../api/references.js';
import { ClientRow } from '../components/client-row.js';
import { Empty } from '../components/empty.js';
import { List } from '../components/list.js';
import { Loaded } from '../components/loaded.js';
import { Card, Page, Section } from '../components/page.js';
import { ThingList } from '../components/thing-list.js';
import { UnitRow } from '../components/unit-row.js';
import { useTrellis } from '../session/session-context.js';
import classes from './subjects.module.css';

const route = getRouteApi('/subjects/$id');

/** How many of each are shown here. */
const maxShown = 50;

/** One end user, with what is theirs. */
export function SubjectScreen() {
  const { id } = route.useParams();
  const query = useQuery(subjectQuery(useTrellis(), id));
  return (
    <Page key={id} title={id} back={<Link to="/subjects">Subjects</Link>}>
      <Loaded query={query}>
        {({ units, clients }) => (
          <>
            <div className={classes.columns}>
              <Part title="Clients" items={clients} empty="No technology is connected.">
                {(one) => <ClientRow key={one} id={one} />}
              </Part>
              <Part title="Units" items={units} empty="It owns no unit, and is linked to none.">
                {(one) => <UnitRow key={one} id={one} />}
              </Part>
            </div>
            <Section title="Things">
              <ThingList
                conditions={{ subject: id }}
                empty="Its clients or your app create them."
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface PartProps {
  title: string;
  items: { href: string }[];
  empty: string;
  children(id: string): ReactNode;
}

const Part = ({ title, items, empty, children }: PartProps) => (
  <Section title={title}>
    <Card isFlush>
      {items.length === 0 ? (
        <Empty title="None">{empty}</Empty>
      ) : (
        <List label={title}>
          {items.slice(0, maxShown).map(({ href }) => children(idOf(href)))}
        </List>
      )}
    </Card>
  </Section>
);
