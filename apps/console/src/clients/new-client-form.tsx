import { Autocomplete, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { fieldsOf } from '@trellis/schema-form';
import { useState } from 'react';
import type { OptionsOf, Trellis } from '@trellis/client';
import { subjectsQuery } from '../api/account.js';
import type { ConnectorDescription, ConnectorInstance } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { Card, Section } from '../components/page.js';
import { Steps } from '../components/values.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';
import classes from './clients.module.css';

interface NewClientFormProps {
  connector: ConnectorDescription;
  instance: ConnectorInstance;
}

export function NewClientForm({ connector, instance }: NewClientFormProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [subject, setSubject] = useState('');
  const [name, setName] = useState('');
  const subjects = itemsOf(useInfiniteQuery(subjectsQuery(trellis)).data);
  const steps = connector.connect?.steps.filter(({ when }) => when === 'before') ?? [];
  const isNamed = instance.clients_per_subject > 1;

  async function create(configuration: Record<string, unknown>) {
    const body = {
      connector_type_id: connector.type_id,
      configuration,
      name: isNamed ? name : undefined,
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
            onChange={setSubject}
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
