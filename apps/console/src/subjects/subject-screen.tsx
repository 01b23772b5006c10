import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { subjectQuery, visibleUnitsQuery } from '../api/account.js';
import { clientsOfSubjectQuery } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { Attributes } from '../components/attributes.js';
import { Empty, Loaded, PagedList } from '../components/list.js';
import { Page, Section } from '../components/page.js';
import { ClientRow, UnitRow } from '../components/rows.js';
import { ThingList } from '../components/thing-list.js';
import { Reasons } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import { ConnectLinks } from './connect-links.js';
import { SubjectActions } from './subject-actions.js';
import classes from './subjects.module.css';

export default function SubjectScreen() {
  const { id } = useParams({ from: '/subjects/$id' });
  const trellis = useTrellis();
  const options = subjectQuery(trellis, id);
  const query = useQuery(options);
  return (
    <Page
      key={id}
      title={id}
      back={<Link to="/subjects">Subjects</Link>}
      actions={query.data && <SubjectActions subject={id} />}
    >
      <Loaded query={query}>
        {({ attributes }) => (
          <>
            <div className={classes.columns}>
              <Clients subject={id} />
              <VisibleUnits subject={id} />
            </div>
            <Attributes
              scope="svc.units.admin"
              attributes={attributes}
              queryKey={options.queryKey}
              patch={(attributes) =>
                trellis.patch('/subjects/{id}', { path: { id }, body: { attributes } })
              }
            />
            <ConnectLinks subject={id} />
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
    <Section
      title="Clients"
      actions={
        <Link to="/activity" search={{ subject }}>
          Activity
        </Link>
      }
    >
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
