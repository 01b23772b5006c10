import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ThingConditions } from '../api/things.js';
import { FilterChips } from '../components/filter-chips.js';
import { LinkButton } from '../components/links.js';
import { Page } from '../components/page.js';
import { SearchField } from '../components/search-field.js';
import { ThingList } from '../components/thing-list.js';
import { May } from '../session/rights.js';
import classes from './things.module.css';

const others = { client: 'One client', subject: 'Subject', below: 'Below one unit' } as const;

export default function ThingsScreen() {
  const search = useSearch({ from: '/things' });
  const navigate = useNavigate();
  const set = (changed: typeof search) =>
    void navigate({ to: '/things', search: { ...search, ...changed }, replace: true });
  const { sort, ...conditions } = search;
  // Search results are ordered by relevance.
  const order = search.search ? {} : { sort: sort ?? 'title' };
  const isFiltered = Object.keys(conditions).length > 0;
  return (
    <Page
      title="Things"
      lead="Devices and services of your end users, in a uniform format. Values update live."
    >
      <div className={classes.filters}>
        <SearchField
          label="Search by title"
          value={search.search}
          onChange={(text) => set({ search: text as string })}
        />
        <NativeSelect
          aria-label="Capability"
          value={search.capability ?? ''}
          onChange={({ target }) => set({ capability: target.value })}
          data={[
            { value: '', label: 'Any capability' },
            ...capabilities.map((one) => ({ value: one, label: one.replaceAll('_', ' ') })),
          ]}
        />
        <NativeSelect
          aria-label="Availability"
          value={search.available ?? ''}
          onChange={({ target }) => set({ available: target.value })}
          data={[
            { value: '', label: 'Available or not' },
            { value: 'true', label: 'Available' },
            { value: 'false', label: 'Not available' },
          ]}
        />
        <NativeSelect
          aria-label="Order"
          disabled={search.search !== undefined}
          value={sort ?? 'title'}
          onChange={({ target }) => set({ sort: target.value })}
          data={[
            { value: 'title', label: 'By title' },
            { value: '-title', label: 'By title, last first' },
            { value: '-created', label: 'Newest first' },
            { value: 'created', label: 'Oldest first' },
          ]}
        />
      </div>
      <FilterChips
        filters={(Object.keys(others) as (keyof typeof others)[])
          .filter((name) => search[name] !== undefined)
          .map((name) => ({
            name,
            label: others[name],
            ...(name === 'subject' && { text: `Subject: ${search.subject}` }),
          }))}
        onRemove={(name) => set({ [name]: '' })}
      />
      <ThingList
        conditions={{ ...conditions, ...order } as ThingConditions}
        empty={isFiltered ? 'Nothing meets all of these conditions.' : <NoThings />}
      />
    </Page>
  );
}

const NoThings = () => (
  <>
    <p>Connectors create things of devices, and your app by POST /things.</p>
    <May scope="svc.connector">
      <LinkButton to="/clients/new" search={{ type: 'simulator' }}>
        Connect the simulator
      </LinkButton>
    </May>
  </>
);

type Capability = NonNullable<ThingConditions['capability']>;

/** All capabilities. The compiler reports a missing one. */
const names: Record<Capability, true> = {
  light: true,
  switch: true,
  plug: true,
  thermostat: true,
  cover: true,
  lock: true,
  fan: true,
  button: true,
  temperature: true,
  humidity: true,
  pressure: true,
  carbon_dioxide: true,
  particulate_matter: true,
  noise: true,
  illuminance: true,
  power: true,
  energy: true,
  voltage: true,
  current: true,
  frequency: true,
  wind_speed: true,
  rain: true,
  battery: true,
  battery_low: true,
  motion: true,
  occupancy: true,
  open: true,
  smoke: true,
  leak: true,
  gas: true,
  vibration: true,
  tamper: true,
};

const capabilities = Object.keys(names) as Capability[];
