import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { descriptionsQuery } from '../api/connectors.js';
import { FilterChips } from '../components/filter-chips.js';
import classes from '../components/filters.module.css';
import { InstantField } from '../components/instant-field.js';
import { SearchField } from '../components/search-field.js';
import { useTrellis } from '../session/session.js';
import { kindTexts } from './texts.js';

const outcomes = { failed: 'Failed', succeeded: 'Succeeded' };

/** Codes of failures, the frequent ones first. */
const codes = [
  'unavailable',
  'authorization_required',
  'misconfigured',
  'another_device',
  'connector_failed',
  'device_unavailable',
  'remote_rejected',
  'remote_unauthorized',
  'remote_misconfigured',
  'throttled',
  'overloaded',
  'internal',
];

/** The conditions on operations, which are in the address. */
export function ActivityFilters() {
  const search = useSearch({ from: '/activity' });
  const navigate = useNavigate();
  const { data: connectors = [] } = useQuery(descriptionsQuery(useTrellis()));
  const set = (changed: typeof search) =>
    void navigate({
      to: '/activity',
      search: { ...search, operation: undefined, ...changed },
      replace: true,
    });
  const { client, subject, connector_type_id: connector, kind, outcome, code } = search;
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          // A link to one client drops the other conditions.
          key={client}
          label="Search addresses and errors"
          value={search.q}
          onChange={(q) => set({ q })}
        />
        <Choice
          label="Outcome"
          any="Any outcome"
          value={outcome}
          options={outcomes}
          onChange={(value) => set({ outcome: value })}
        />
        <Choice
          label="Kind"
          any="Any kind"
          value={kind}
          options={kindTexts}
          onChange={(value) => set({ kind: value })}
        />
        <Choice
          label="Connector"
          any="Any connector"
          value={connector}
          options={Object.fromEntries(connectors.map(({ type_id, name }) => [type_id, name]))}
          onChange={(value) => set({ connector_type_id: value })}
        />
        <Choice
          label="Code"
          any="Any code"
          value={code}
          options={Object.fromEntries(codes.map((one) => [one, one]))}
          onChange={(value) => set({ code: value })}
        />
        <SubjectField value={subject} onChange={(value) => set({ subject: value })} />
        <InstantField
          className={classes.instant}
          label="From"
          value={search.from}
          onChange={(from) => set({ from: from || undefined })}
        />
        <InstantField
          className={classes.instant}
          label="To"
          value={search.to}
          onChange={(to) => set({ to: to || undefined })}
        />
      </div>
      <FilterChips
        filters={client === undefined ? [] : [{ name: 'client', label: 'One client' }]}
        onRemove={() => set({ client: undefined })}
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string | undefined;
  options: Record<string, string>;
  onChange(value: string | undefined): void;
}

/** A choice of one value or any. A value of a link that is not among the options is one of them. */
function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const known = value === undefined || value in options ? options : { ...options, [value]: value };
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
      data={[
        { value: '', label: any },
        ...Object.entries(known).map(([name, text]) => ({ value: name, label: text })),
      ]}
    />
  );
}

interface SubjectFieldProps {
  value: string | undefined;
  onChange(value: string | undefined): void;
}

const debounceMs = 300;

function SubjectField({ value, onChange }: SubjectFieldProps) {
  const [text, setText] = useState(value ?? '');
  const search = useDebouncedCallback((typed: string) => onChange(typed || undefined), debounceMs);
  return (
    <TextInput
      aria-label="Subject"
      placeholder="Any subject"
      maxLength={256}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        search(target.value.trim());
      }}
    />
  );
}
