import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { unitsQuery } from '../api/units.js';
import { Empty, PagedList } from '../components/list.js';
import { Page } from '../components/page.js';
import { ListedUnitRow } from '../components/rows.js';
import { SearchField } from '../components/search-field.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { NewUnit } from './unit-forms.js';
import { UnitTree } from './unit-tree.js';

export default function UnitsScreen() {
  const { search } = useSearch({ from: '/units' });
  const navigate = useNavigate();
  return (
    <Page
      title="Units"
      lead="Buildings, floors, rooms and anything else that groups things. A unit may have several parents."
      actions={
        <May scope="svc.units.admin">
          <NewUnit label="New unit" />
        </May>
      }
    >
      <SearchField
        label="Search by name"
        value={search}
        onChange={(text) =>
          void navigate({ to: '/units', search: text ? { search: text } : {}, replace: true })
        }
      />
      {search ? <Found search={search} /> : <UnitTree />}
    </Page>
  );
}

function Found({ search }: { search: string }) {
  const query = useInfiniteQuery(unitsQuery(useTrellis(), { search }));
  return (
    <PagedList query={query} label="Matching units" empty={<Empty title="No matching units" />}>
      {(unit) => <ListedUnitRow key={unit.id} unit={unit} />}
    </PagedList>
  );
}
