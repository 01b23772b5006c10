import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSitemap } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { rootsQuery } from '../api/roots.js';
import { childrenQuery, unitQuery } from '../api/units.js';
import { Empty } from '../components/empty.js';
import { LoadMore } from '../components/load-more.js';
import { Loaded } from '../components/loaded.js';
import { Card } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import classes from './units.module.css';

/** How many pages are read without being asked, as long as few roots were found. */
const maxPages = 4;
const fewRoots = 20;

/** The units that are in no other, and below them what is opened. */
export function UnitTree() {
  const trellis = useTrellis();
  const query = useInfiniteQuery(rootsQuery(trellis, useQueryClient()));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const roots = itemsOf(data);
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && pages < maxPages && roots.length < fewRoots)
      void fetchNextPage();
  }, [hasNextPage, isFetching, pages, roots.length, fetchNextPage]);
  return (
    <Card>
      <Loaded query={query} lines={6}>
        {() =>
          roots.length === 0 && !hasNextPage ? (
            <NoUnits />
          ) : (
            <ul className={classes.tree} aria-label="Units">
              {roots.map((id) => (
                <TreeNode key={id} id={id} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
          Look for more
        </Button>
      )}
    </Card>
  );
}

const NoUnits = () => (
  <Empty icon={<IconSitemap size={32} stroke={1.4} aria-hidden="true" />} title="No units yet">
    Create one, such as a building, then put rooms and things into it. Some connectors suggest
    units: you find them with their clients.
  </Empty>
);

function TreeNode({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: unit } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  const name = unit?.name ?? id;
  const hasChildren = unit !== undefined && unit.children.length > 0;
  return (
    <li>
      <div className={classes.node}>
        {hasChildren ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={`What is in ${name}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          </ActionIcon>
        ) : (
          <span className={classes.spacer} />
        )}
        <Link to="/units/$id" params={{ id }} className={classes.name}>
          {name}
        </Link>
        <span className={classes.type}>{unit?.type}</span>
        <span className={classes.grow} />
        {unit && unit.things.length > 0 && (
          <span className={classes.type}>
            {unit.things.length} {unit.things.length === 1 ? 'thing' : 'things'}
          </span>
        )}
      </div>
      {isOpen && <Children id={id} />}
    </li>
  );
}

function Children({ id }: { id: string }) {
  const query = useInfiniteQuery(childrenQuery(useTrellis(), id));
  if (query.isPending) return <Loader size="xs" m="xs" />;
  return (
    <>
      <ul>
        {itemsOf(query.data).map(({ href }) => (
          <TreeNode key={href} id={idOf(href)} />
        ))}
      </ul>
      <LoadMore {...query} />
    </>
  );
}
