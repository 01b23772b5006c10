import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OptionsOf, Trellis } from '@trellis/client';
import { fieldsOf, hasMembers } from '@trellis/schema-form';
import { useState } from 'react';
import { AgentField } from '../agents/agent-field.js';
import { subjectsQuery } from '../api/account.js';
import {
  descriptionsQuery,
  instanceOf,
  instancesQuery,
  type ConnectorDescription,
  type ConnectorInstance,
} from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { Steps } from '../components/values.js';
import { InstanceForm } from '../connectors/instance-form.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';
import classes from './clients.module.css';

/** Connects a technology for an end user. A connector without an instance is set up first. */
export default function NewClientScreen() {
  const { type = '' } = useSearch({ from: '/clients/new' });
  const navigate = useNavigate();
  const trellis = useTrellis();
  const { data: descriptions = [] } = useQuery(descriptionsQuery(trellis));
  const instances = useQuery(instancesQuery(trellis));
  const connector = descriptions.find(({ type_id }) => type_id === type);
  const choose = (chosen: string) =>
    navigate({ to: '/clients/new', search: chosen ? { type: chosen } : {}, replace: true });
  return (
    <Page
      title={connector ? `Connect ${connector.name}` : 'Connect a client'}
      back={<Link to="/clients">Clients</Link>}
      lead={connector?.description}
    >
      <Card>
        <NativeSelect
          label="Connector"
          value={type}
          onChange={({ target }) => void choose(target.value)}
          data={[
            { value: '', label: 'Choose a technology' },
            ...descriptions.map(({ type_id, name }) => ({ value: type_id, label: name })),
          ]}
        />
      </Card>
      {connector && (
        <Loaded query={instances}>
          {(list) => {
            const instance = instanceOf(list, connector);
            return instance ? (
              <NewClientForm key={type} connector={connector} instance={instance} />
            ) : (
              <Section title="First: set it up for your account">
                <Card>
                  {hasMembers(connector.instance_configuration_schema) && (
                    <p>This is done once. What you enter is encrypted and never shown again.</p>
                  )}
                  <InstanceForm key={type} connector={connector} />
                </Card>
              </Section>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}

interface NewClientFormProps {
  connector: ConnectorDescription;
  instance: ConnectorInstance;
}

function NewClientForm({ connector, instance }: NewClientFormProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [subject, setSubject] = useState('');
  const [name, setName] = useState('');
  const [via, setVia] = useState('');
  const subjects = itemsOf(useInfiniteQuery(subjectsQuery(trellis)).data);
  const steps = connector.connect?.steps.filter(({ when }) => when === 'before') ?? [];
  const isNamed = instance.clients_per_subject > 1;

  function changeSubject(changed: string) {
    setSubject(changed);
    setVia('');
  }

  async function create(configuration: Record<string, unknown>) {
    const body = {
      connector_type_id: connector.type_id,
      configuration,
      name: isNamed ? name : undefined,
      ...(via !== '' && { via }),
    };
    const id = await createClient(trellis, { subject, connector, body });
    await queries.invalidateQueries({ queryKey: ['clients'] });
    await navigate({ to: '/clients/$id', params: { id } });
  }

  return (
    <Section title="The client">
      <Card>
        <div className={classes.form}>
          <Steps steps={steps} />
          <Autocomplete
            label="Subject"
            description="The id of your end user in your app, such as a customer number."
            placeholder="alice"
            required
            maxLength={256}
            value={subject}
            onChange={changeSubject}
            data={subjects.map(({ href }) => idOf(href))}
            limit={8}
          />
          {isNamed && (
            <TextInput
              label="Name"
              description="A name that tells the clients of the subject apart, such as “Summer house”."
              required
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
          {subjects.some(({ href }) => idOf(href) === subject) && (
            <AgentField subject={subject} value={via} onChange={setVia} />
          )}
          <SchemaForm
            fields={fieldsOf(
              instance.client_configuration_schema ?? connector.client_configuration_schema,
            )}
            prefix="/configuration"
            submitLabel={
              (instance.connect_method ?? connector.connect?.method) === 'oauth2'
                ? 'Connect and authorize'
                : 'Connect'
            }
            onSubmit={create}
          />
        </div>
      </Card>
    </Section>
  );
}

interface NewClient {
  subject: string;
  connector: ConnectorDescription;
  body: OptionsOf<'post', '/connectors/clients'>['body'];
}

/**
 * Creates a client and returns its id. If the end user has to authorize it, the response is a redirect, which browsers
 * hide from pages. The client is then looked up among those of the subject.
 */
async function createClient(trellis: Trellis, { subject, connector, body }: NewClient) {
  const acting = trellis.forSubject(subject);
  const { data } = await acting.post('/connectors/clients', { body });
  if (data) return data.client_id;
  const { data: references } = await acting.get('/connectors/clients');
  for (const { href } of references.toReversed()) {
    const id = idOf(href);
    const { data: client } = await acting.get('/connectors/clients/{id}', { path: { id } });
    const isOfType = idOf(client.connector.href) === String(connector.id);
    if (isOfType && client.authorization) return id;
  }
  throw new Error('The client was created, but no longer exists.');
}
