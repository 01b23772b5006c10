import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { itemsOf } from '../api/pages.js';
import { unitsQuery } from '../api/units.js';
import { Empty } from '../components/empty.js';
import { List } from '../components/list.js';
import { LoadMore } from '../components/load-more.js';
import { Loaded } from '../components/loaded.js';
import { Card, Page } from '../components/page.js';
import { SearchField } from '../components/search-field.js';
import { ListedUnitRow } from '../components/unit-row.js';
import { useTrellis } from '../session/session-context.js';
import { NewUnit } from './new-unit.js';
import { UnitTree } from './unit-tree.js';

const route = getRouteApi('/units');

/** The units of the account as a tree, or the results of a search. */
export function UnitsScreen() {
  const { search } = route.useSearch();
  const navigate = useNavigate();
  return (
    <Page
      title="Units"
      lead="Buildings, floors, rooms and anything else that groups things. A unit may have several parents."
      actions={<NewUnit label="New unit" />}
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
    <Card isFlush>
      <Loaded query={query}>
        {(data) => {
          const units = itemsOf(data);
          if (units.length === 0) return <Empty title="No matching units" />;
          return (
            <List label="Matching units">
              {units.map((unit) => (
                <ListedUnitRow key={unit.id} unit={unit} />
              ))}
            </List>
          );
        }}
      </Loaded>
      <LoadMore {...query} />
    </Card>
  );
}
