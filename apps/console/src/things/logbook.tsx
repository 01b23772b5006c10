import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bareId } from '../api/references.js';
import { logbookQuery, thingEventsQuery, type LogbookEntry, type Thing } from '../api/things.js';
import { useAppNames } from '../components/app-names.js';
import { Empty, PagedList } from '../components/list.js';
import { Section } from '../components/page.js';
import { Time } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import { causeOf, changeOf, titleOf } from './logbook-text.js';
import classes from './logbook.module.css';
import { useRefresh } from './use-refresh.js';

/** Minimum age of a page of entries before it is read again (ms). */
const minAgeMs = 2_000;

/** Shows what changed of a thing and why, newest first. */
export function Logbook({ thing }: { thing: Thing }) {
  const id = bareId(thing.id);
  const [property, setProperty] = useState('');
  const query = useInfiniteQuery(logbookQuery(useTrellis(), id, property || undefined));
  const { data: received } = useQuery(thingEventsQuery(id));
  // All pages are read again.
  const ageMs = minAgeMs * (query.data?.pages.length ?? 1);
  useRefresh(query, thing, ageMs);
  useRefresh(query, received, ageMs);
  const readable = Object.entries(thing.properties).filter(([, { writeOnly }]) => !writeOnly);
  return (
    <Section
      title="Logbook"
      actions={
        readable.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Property in the logbook"
            value={property}
            onChange={(event) => setProperty(event.currentTarget.value)}
            data={[
              { value: '', label: 'Everything' },
              ...readable.map(([name, { title }]) => ({ value: name, label: title ?? name })),
            ]}
          />
        )
      }
    >
      <PagedList
        query={query}
        label="Entries of the logbook"
        empty={
          <Empty title="No entries">What changes from now on is shown here for some days.</Empty>
        }
      >
        {(entry) => <Entry key={entry.id} entry={entry} thing={thing} />}
      </PagedList>
    </Section>
  );
}

function Entry({ entry, thing }: { entry: LogbookEntry; thing: Thing }) {
  const { cause, time } = entry;
  const nameOf = useAppNames();
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <span className={classes.title}>{titleOf(entry, thing)}</span>{' '}
        <span>{changeOf(entry, thing)}</span>
      </div>
      <div className={classes.why}>
        {causeOf(entry, nameOf)}
        {cause.request_id && (
          <div className={classes.request} title={`Request ${cause.request_id}`}>
            Request {cause.request_id}
          </div>
        )}
      </div>
      <div className={classes.when}>
        <Time at={time} />
      </div>
    </li>
  );
}
