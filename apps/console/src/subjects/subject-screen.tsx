import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { subjectQuery, visibleUnitsQuery } from '../api/account.js';
import { clientsOfSubjectQuery } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { ClientRow } from '../components/client-row.js';
import { Empty } from '../components/empty.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { PagedList } from '../components/paged-list.js';
import { Reasons } from '../components/reasons.js';
import { ThingList } from '../components/thing-list.js';
import { UnitRow } from '../components/unit-row.js';
import { useTrellis } from '../session/session-context.js';
import classes from './subjects.module.css';

const route = getRouteApi('/subjects/$id');

export function SubjectScreen() {
  const { id } = route.useParams();
  const query = useQuery(subjectQuery(useTrellis(), id));
  return (
    <Page key={id} title={id} back={<Link to="/subjects">Subjects</Link>}>
      <Loaded query={query}>
        {() => (
          <>
            <div className={classes.columns}>
              <Clients subject={id} />
              <VisibleUnits subject={id} />
            </div>
            <Section title="Things">
              <ThingList
                conditions={{ subject: id }}
                empty="Clients of the subject or your app create things."
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Clients({ subject }: { subject: string }) {
  const query = useInfiniteQuery(clientsOfSubjectQuery(useTrellis(), subject));
  const empty = <Empty title="None">No technology is connected.</Empty>;
  return (
    <Section title="Clients">
      <PagedList query={query} label="Clients" empty={empty}>
        {({ href }) => <ClientRow key={href} id={idOf(href)} />}
      </PagedList>
    </Section>
  );
}

function VisibleUnits({ subject }: { subject: string }) {
  const query = useInfiniteQuery(visibleUnitsQuery(useTrellis(), subject));
  const empty = <Empty title="None">The subject neither owns nor is linked to a unit.</Empty>;
  return (
    <Section title="Units">
      <PagedList query={query} label="Units" empty={empty}>
        {({ href, reasons }) => (
          <UnitRow key={href} id={idOf(href)} side={<Reasons reasons={reasons} />} />
        )}
      </PagedList>
    </Section>
  );
}
