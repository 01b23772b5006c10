import { ActionIcon, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSitemap } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { itemsOf } from '../api/pages.js';
import { childrenQuery, maxCountedThings, rootsQuery, type ListedUnit } from '../api/units.js';
import { thingsText } from '../components/format.js';
import { Empty, Loaded, LoadMore } from '../components/list.js';
import { Card } from '../components/page.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './units.module.css';

export function UnitTree() {
  const query = useInfiniteQuery(rootsQuery(useTrellis()));
  const roots = itemsOf(query.data);
  return (
    <Card>
      <Loaded query={query} lines={6}>
        {() =>
          roots.length === 0 && !query.hasNextPage ? (
            <NoUnits />
          ) : (
            <ul className={classes.tree} aria-label="Units">
              {roots.map((unit) => (
                <TreeNode key={unit.id} unit={unit} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <LoadMore {...query} />
    </Card>
  );
}

const NoUnits = () => (
  <Empty icon={IconSitemap} title="No units yet">
    <May scope="svc.units.admin" otherwise="Developers create them, and so do apps.">
      Create a unit, such as a building, then add rooms and things. Some connectors suggest units on
      the screens of their clients.
    </May>
  </Empty>
);

function TreeNode({ unit: { id, name, type, children, things } }: { unit: ListedUnit }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className={classes.node}>
        {children > 0 ? (
          <ActionIcon
            size={26}
            aria-label={`Contents of ${name}`}
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
        <span className={classes.type}>{type}</span>
        <span className={classes.grow} />
        {things > 0 && <span className={classes.type}>{thingsText(things, maxCountedThings)}</span>}
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
        {itemsOf(query.data).map((unit) => (
          <TreeNode key={unit.id} unit={unit} />
        ))}
      </ul>
      <LoadMore {...query} />
    </>
  );
}
