import { Autocomplete, NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientsQuery, instancesQuery, type ListedClient } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { useConnectors } from '../components/rows.js';
import { useTrellis } from '../session/session.js';
import type { Limit } from './conditions.js';

interface ConditionLimitsProps {
  limits: readonly Limit[];
  known: Partial<Record<Limit, string>>;
}

/** Fields that limit a condition to an instance or a client. */
export const ConditionLimits = ({ limits, known }: ConditionLimitsProps) => (
  <>
    {limits.includes('instance') && <InstanceField known={known.instance} />}
    {limits.includes('client') && <ClientField known={known.client} />}
  </>
);

function InstanceField({ known = '' }: { known: string | undefined }) {
  const { data: instances } = useQuery(instancesQuery(useTrellis()));
  const connectorOf = useConnectors();
  const [chosen, setChosen] = useState(known);
  const options = (instances ?? []).map(({ id, connector }) => ({
    value: id,
    label: connectorOf(connector)?.name ?? id,
  }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      name="instance"
      label="Only clients of the connector"
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      data={[
        { value: '', label: 'Any connector' },
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
        ...options,
      ]}
    />
  );
}

/** How many clients are offered; any other is given by its id. */
const maxOffered = 200;

function ClientField({ known = '' }: { known: string | undefined }) {
  const clients = itemsOf(useInfiniteQuery(clientsQuery(useTrellis(), {}, maxOffered)).data);
  const connectorOf = useConnectors();
  const [typed, setTyped] = useState<string>();
  const nameOf = ({ connector, subject, name }: ListedClient) =>
    `${connectorOf(connector)?.name ?? 'Client'} of ${idOf(subject.href)}${name ? ` · ${name}` : ''}`;
  const options = new Map(clients.map((client) => [nameOf(client), client.id]));
  const knownName = [...options].find(([, id]) => id === known)?.[0] ?? known;
  const text = typed ?? knownName;
  return (
    <>
      <Autocomplete
        label="Only the client"
        description="Its name or its id."
        placeholder="Any client"
        value={text}
        onChange={setTyped}
        data={[...options.keys()]}
        limit={8}
      />
      <input type="hidden" name="client" value={options.get(text) ?? text.trim()} />
    </>
  );
}
