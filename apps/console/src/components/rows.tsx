import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  clientQuery,
  descriptionsQuery,
  type ConnectorClient,
  type ConnectorDescription,
  type ListedClient,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { maxCountedThings, unitQuery, type ListedUnit } from '../api/units.js';
import { useTrellis } from '../session/session.js';
import { clientState } from './client-state.js';
import { thingsText } from './format.js';
import { ListItem } from './list.js';
import { problemText } from './problem-alert.js';
import { Status, Time } from './values.js';

/** Maximum number of things that a list counts per client. */
const maxCountedPerClient = 1_000;

/** A client in a list of references. Reads the client. */
export function ClientRow({ id }: { id: string }) {
  const { data, error } = useQuery(clientQuery(useTrellis(), id));
  return data ? <ListedClientRow client={data} /> : <UnreadRow id={id} error={error} />;
}

export function ListedClientRow({ client }: { client: ConnectorClient | ListedClient }) {
  const { tone, label } = clientState(client, Date.now());
  const things =
    'things' in client
      ? thingsText(client.things, maxCountedPerClient)
      : thingsText(client.mappings.length);
  return (
    <ListItem
      title={<ClientLink client={client} />}
      note={client.error ? failureText(client.error) : things}
      side={
        <>
          {client.last_polled && (
            <span>
              Polled <Time at={client.last_polled} />
            </span>
          )}
          <Status tone={tone}>{label}</Status>
        </>
      }
    />
  );
}

/** Returns what failed, with its address unless the sentence names it. */
function failureText({ detail = '', address = '' }: NonNullable<ListedClient['error']>): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return detail.includes(host) ? detail : `${detail} (${address})`;
}

/** Returns how a person knows the account at the vendor; undefined if nothing is known of it. */
const accountText = ({ account }: Pick<ListedClient, 'account'>): string | undefined =>
  account?.name ?? account?.id;

export function ClientLink({ client }: { client: ConnectorClient | ListedClient }) {
  const connector = useConnectors()(client.connector);
  return (
    <Link to="/clients/$id" params={{ id: client.id }}>
      {connector?.name ?? 'Client'} of {idOf(client.subject.href)}
      {[client.name, accountText(client)].filter(Boolean).map((text) => ` · ${text}`)}
    </Link>
  );
}

/** Returns a lookup of connector descriptions by reference. */
export function useConnectors(): (reference: { href: string }) => ConnectorDescription | undefined {
  const { data } = useQuery(descriptionsQuery(useTrellis()));
  return ({ href }) => data?.find(({ id }) => String(id) === idOf(href));
}

interface ListedUnitRowProps {
  unit: Pick<ListedUnit, 'id' | 'name' | 'type' | 'things'>;
  /** Content at the end of the line; the number of things by default. */
  side?: ReactNode;
}

export const ListedUnitRow = ({ unit: { id, name, type, things }, side }: ListedUnitRowProps) => (
  <ListItem
    title={
      <Link to="/units/$id" params={{ id }}>
        {name}
      </Link>
    }
    note={type}
    side={side ?? thingsText(things, maxCountedThings)}
  />
);

/** A unit in a list of references. Reads the unit. */
export function UnitRow({ id, side }: { id: string; side?: ReactNode }) {
  const { data, error } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  if (!data) return <UnreadRow id={id} error={error} />;
  return <ListedUnitRow unit={{ ...data, things: data.things.length }} side={side} />;
}

/** A reference whose resource is being read, or could not be read. */
export const UnreadRow = ({ id, error }: { id: string; error: unknown }) => (
  <ListItem title={<code>{id}</code>} note={error ? problemText(error).title : 'Loading…'} />
);
