import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FilterChips } from '../components/filter-chips.js';
import classes from '../components/filters.module.css';
import { InstantField } from '../components/instant-field.js';
import { SearchField } from '../components/search-field.js';

const choices = {
  status: {
    label: 'Status',
    options: { '': 'Any status', pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  },
  type: {
    label: 'Type of message',
    options: {
      '': 'Any type',
      action_requested: 'action_requested',
      thing_created: 'thing_created',
      thing_deleted: 'thing_deleted',
      thing_event: 'thing_event',
      client_status_changed: 'client_status_changed',
      batch_ended: 'batch_ended',
      test: 'test',
    },
  },
  response_status: {
    label: 'Answer of the app',
    options: {
      '': 'Any answer',
      '2xx': 'Status 2xx',
      '3xx': 'Status 3xx',
      '4xx': 'Status 4xx',
      '5xx': 'Status 5xx',
      none: 'No answer',
    },
  },
} as const;

/** Conditions that are only removed here. */
const others = { thing: 'One thing', error: 'Error' } as const;

const namesOf = <Name extends string>(record: Record<Name, unknown>) =>
  Object.keys(record) as Name[];

/** The conditions on deliveries, which are in the address. */
export function DeliveryFilters() {
  const search = useSearch({ from: '/callbacks' });
  const navigate = useNavigate();
  const set = (changed: typeof search) => {
    const given = Object.entries({ ...search, ...changed }).filter(([, text]) => text !== '');
    void navigate({ to: '/callbacks', search: Object.fromEntries(given), replace: true });
  };
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          // A link to one thing drops the other conditions.
          key={search.thing}
          label="Search errors, answers and addresses"
          value={search.search}
          onChange={(text) => set({ search: text ?? '' })}
        />
        {namesOf(choices).map((name) => (
          <NativeSelect
            key={name}
            aria-label={choices[name].label}
            value={search[name] ?? ''}
            onChange={({ target }) => set({ [name]: target.value })}
            data={Object.entries(choices[name].options).map(([value, label]) => ({ value, label }))}
          />
        ))}
        <InstantField
          className={classes.instant}
          label="From"
          value={search.from}
          onChange={(from) => set({ from })}
        />
        <InstantField
          className={classes.instant}
          label="To"
          value={search.to}
          onChange={(to) => set({ to })}
        />
      </div>
      <FilterChips
        filters={namesOf(others)
          .filter((name) => search[name] !== undefined)
          .map((name) => ({ name, label: others[name] }))}
        onRemove={(name) => set({ [name]: '' })}
      />
    </>
  );
}
