import { Alert, Button, Loader, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@trellis/client';
import { useState } from 'react';
import { scopeTexts, type Scope } from '../api/account.js';
import { ask, asPerson, readPerson, type Person } from '../api/people.js';
import { EntryPage } from '../components/entry-page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { EntryForm } from './entry-form.js';
import classes from './people.module.css';
import SignInPerson from './sign-in-person.js';

type McpClientRequest = components['schemas']['McpClientRequest'];
type NewMcpClient = components['schemas']['NewMcpClient'];
type Parameters = Omit<NewMcpClient, 'environment'>;

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const satisfies (keyof Parameters)[];

/** Returns the parameters that matter here; the gateway checks them. */
function parametersIn(request: string): Parameters {
  const search = new URLSearchParams(request);
  const given = names.flatMap((name) => (search.has(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(given) as Parameters;
}

/** Asks a person whether an MCP client may act as them. */
export default function AuthorizePage({ request }: { request: string }) {
  const parameters = parametersIn(request);
  const query = useQuery({
    queryKey: ['mcp-request', request],
    retry: false,
    queryFn: async () => {
      const person = await readPerson();
      if (!person) return {};
      const { data } = await asPerson().get('/mcp_clients/request', { query: parameters });
      return { person, requested: data };
    },
  });
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <EntryPage title="Authorize an MCP client">
        {error ? <ProblemAlert error={error} /> : <Loader />}
      </EntryPage>
    );
  }
  if (!data.person) {
    return (
      <EntryPage title="Sign in to Trellis">
        <p className={classes.text}>
          An MCP client wants to act as you. Sign in to see what it wants.
        </p>
        <SignInPerson
          onSignedIn={() => void refetch()}
          returnTo={`${window.location.pathname}?${new URLSearchParams(request)}`}
        />
      </EntryPage>
    );
  }
  return <Consent {...data} parameters={parameters} onSignedOut={() => void refetch()} />;
}

interface ConsentProps {
  person: Person;
  requested: McpClientRequest;
  parameters: Parameters;
  onSignedOut(): void;
}

function Consent({ person, requested, parameters, onSignedOut }: ConsentProps) {
  const { name, described_at, redirect_host: host, is_local, denied, environments } = requested;
  const [id, setId] = useState(environments.length === 1 ? environments[0]!.id : '');
  const chosen = environments.find((one) => one.id === id);
  async function allow() {
    const body = { ...parameters, environment: id };
    const { data } = await asPerson().post('/mcp_clients', { body });
    window.location.assign(data.href);
  }
  return (
    <EntryPage title={`Authorize ${name}?`}>
      <p className={classes.text}>
        An app that calls itself <strong>{name}</strong> wants to act as{' '}
        <strong>{person.email}</strong>.{' '}
        {described_at ? (
          <>
            It is described at <strong>{described_at}</strong>.
          </>
        ) : (
          'Trellis does not know who made it.'
        )}
      </p>
      <EntryForm
        label="Authorize"
        isDisabled={!chosen || chosen.scopes.length === 0}
        onSubmit={allow}
        links={
          <>
            <Button component="a" href={denied} variant="default" size="sm">
              Deny
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => void ask('/sign-out', {}).then(onSignedOut)}
            >
              Sign in as somebody else
            </Button>
          </>
        }
      >
        <NativeSelect
          label="Environment"
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          required
        >
          <option value="" disabled>
            Choose one
          </option>
          {environments.map((one) => (
            <option key={one.id} value={one.id}>
              {one.organization} · {one.name}
            </option>
          ))}
        </NativeSelect>
        {environments.length === 0 && (
          <p className={classes.text}>You are not a member of an organization yet.</p>
        )}
        {chosen && <Scopes scopes={chosen.scopes} />}
        <Alert color="yellow" variant="light" p="sm" title={`Next: ${host}`}>
          {is_local
            ? 'Continue only if you have just connected an app on this computer.'
            : 'Continue only if you know this address and have just connected it.'}
        </Alert>
      </EntryForm>
    </EntryPage>
  );
}

const Scopes = ({ scopes }: { scopes: string[] }) =>
  scopes.length === 0 ? (
    <p className={classes.text}>Your role there allows nothing that it wants.</p>
  ) : (
    <div>
      It may:
      <ul className={classes.scopes} aria-label="Scopes">
        {scopes.map((scope) => (
          <li key={scope}>{scopeTexts[scope as Scope] ?? scope}</li>
        ))}
      </ul>
    </div>
  );
