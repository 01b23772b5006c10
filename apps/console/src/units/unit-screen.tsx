import { Loader, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { idOf } from '../api/references.js';
import { unitQuery, type Unit } from '../api/units.js';
import { DeleteDialog, dryRun } from '../components/dialogs.js';
import { Loaded } from '../components/list.js';
import { Page } from '../components/page.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { Contents } from './contents.js';
import { LinkExisting, UnitLink } from './links.js';
import { RenameUnit } from './unit-forms.js';
import { UnitProperties } from './unit-properties.js';
import { UnitScenes } from './unit-scenes.js';
import { UnitSubjects } from './unit-subjects.js';

const Picture = lazy(() => import('./picture.js'));

export default function UnitScreen() {
  const { id } = useParams({ from: '/units/$id' });
  const query = useQuery(unitQuery(useTrellis(), id));
  const { data: unit } = query;
  return (
    <Page
      key={id}
      title={unit?.name ?? 'Unit'}
      back={<Link to="/units">Units</Link>}
      lead={unit && <ParentLinks unit={unit} />}
      actions={
        unit && (
          <May scope="svc.units.admin">
            <LinkExisting unit={unit} role="parent" />
            <RenameUnit unit={unit} />
            <DeleteUnit unit={unit} />
          </May>
        )
      }
    >
      <Loaded query={query} lines={6}>
        {(known) => <KnownUnit unit={known} />}
      </Loaded>
    </Page>
  );
}

function KnownUnit({ unit }: { unit: Unit }) {
  return (
    <Tabs defaultValue="contents" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="contents">Contents</Tabs.Tab>
        <Tabs.Tab value="scenes">Scenes</Tabs.Tab>
        <Tabs.Tab value="properties">Properties</Tabs.Tab>
        <Tabs.Tab value="subjects">Subjects</Tabs.Tab>
        <Tabs.Tab value="picture">Picture</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="contents">
        <Contents unit={unit} />
      </Tabs.Panel>
      <Tabs.Panel value="scenes">
        <UnitScenes unit={unit} />
      </Tabs.Panel>
      <Tabs.Panel value="properties">
        <UnitProperties unit={unit} />
      </Tabs.Panel>
      <Tabs.Panel value="subjects">
        <UnitSubjects unit={unit} />
      </Tabs.Panel>
      <Tabs.Panel value="picture">
        <Suspense fallback={<Loader />}>
          <Picture id={unit.id} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

function DeleteUnit({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { id: unit.id };
  return (
    <DeleteDialog
      title={`Delete the unit “${unit.name}”`}
      preview={() => trellis.delete('/units/{id}', { path, query: dryRun })}
      onDelete={() => trellis.delete('/units/{id}', { path })}
      onDeleted={async () => {
        const parent = unit.parents[0];
        await (parent
          ? navigate({ to: '/units/$id', params: { id: idOf(parent.href) } })
          : navigate({ to: '/units' }));
        queries.removeQueries({ queryKey: ['unit', unit.id] });
        await queries.invalidateQueries({ queryKey: ['units'] });
      }}
    />
  );
}

/** The type of a unit and its first parents. */
const ParentLinks = ({ unit }: { unit: Unit }) => (
  <>
    {unit.type}
    {unit.parents.slice(0, 5).map(({ href }, index) => (
      <Fragment key={href}>
        {index === 0 ? ' in ' : ', '}
        <UnitLink id={idOf(href)} />
      </Fragment>
    ))}
  </>
);
