import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { thingsQuery, type ThingConditions, type ThingValues } from '../api/things.js';
import { useTrellis } from '../session/session-context.js';
import { Empty } from './empty.js';
import { formatValue } from './format-value.js';
import { List, ListItem } from './list.js';
import { LoadMore } from './load-more.js';
import { Loaded } from './loaded.js';
import { Card } from './page.js';
import { Status } from './status.js';
import { ThingIcon } from './thing-icon.js';
import classes from './thing-list.module.css';

interface ThingListProps {
  conditions: ThingConditions;
  /** What is shown when there are none. */
  empty: ReactNode;
}

/** Things with their values, which follow what happens. */
export function ThingList({ conditions, empty }: ThingListProps) {
  const query = useInfiniteQuery(thingsQuery(useTrellis(), conditions));
  const isOfMany = conditions.subject === undefined && conditions.client === undefined;
  return (
    <Card isFlush>
      <Loaded query={query} lines={6}>
        {(data) => {
          const things = itemsOf(data);
          if (things.length === 0 && !query.hasNextPage)
            return <Empty title="No things">{empty}</Empty>;
          return (
            <List label="Things">
              {things.map((thing) => (
                <ThingRow key={thing.id} thing={thing} isOfMany={isOfMany} />
              ))}
            </List>
          );
        }}
      </Loaded>
      <LoadMore {...query} />
    </Card>
  );
}

/** What lists of values do not tell: the type of the property that switches. */
const onOff = { '@type': 'OnOffProperty' };

/** How many values a line has room for. */
const maxValues = 3;

interface ThingRowProps {
  thing: ThingValues;
  /** Whether the list has things of many subjects, which may be named alike. */
  isOfMany: boolean;
}

/** A line is drawn anew only when its own thing has changed. */
const ThingRow = memo(function ThingRow({ thing, isOfMany }: ThingRowProps) {
  const { id, title, subject, values, available } = thing;
  const types = thing['@type'];
  return (
    <ListItem
      title={
        <span className={classes.title}>
          <span className={classes.icon}>
            <ThingIcon types={types} />
          </span>
          <Link to="/things/$id" params={{ id }}>
            {title}
          </Link>
        </span>
      }
      note={isOfMany && subject && idOf(subject.href)}
      side={
        <>
          <span className={classes.values}>
            {Object.entries(values)
              .filter(([, value]) => typeof value !== 'object')
              .slice(0, maxValues)
              .map(([name, value]) => (
                <span key={name}>
                  <span className={classes.name}>{name.replaceAll('_', ' ')}</span>{' '}
                  {formatValue(value, name === 'on' ? onOff : {})}
                </span>
              ))}
          </span>
          <span className={classes.state}>
            <Status tone={available ? 'good' : 'calm'}>{available ? 'Available' : 'Away'}</Status>
          </span>
        </>
      }
    />
  );
});
