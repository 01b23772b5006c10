import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  configurationQuery,
  instanceQuery,
  type ConnectorClient,
  type ConnectorDescription,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { Loaded } from '../components/loaded.js';
import { patchOf } from '../forms/patch.js';
import { SchemaForm } from '../forms/schema-form.js';
import { patchSchemaOf } from '../forms/schemas.js';
import { useTrellis } from '../session/session-context.js';

interface ChangeConfigurationProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

/** Changes the configuration once a poll with it has succeeded. */
export function ChangeConfiguration(props: ChangeConfigurationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Configure
      </Button>
      <Modal opened={isOpen} onClose={close} title="Change the configuration">
        <OfInstance {...props} onChanged={close} />
      </Modal>
    </>
  );
}

type FormProps = ChangeConfigurationProps & { onChanged(): void };

/** The instance may say more about the configuration than the type does. */
function OfInstance({ client, connector, onChanged }: FormProps) {
  const query = useQuery(instanceQuery(useTrellis(), idOf(client.instance.href)));
  return (
    <Loaded query={query}>
      {({ client_configuration_schema: schema = connector.client_configuration_schema }) => (
        <ConfigurationForm client={client} schema={schema} onChanged={onChanged} />
      )}
    </Loaded>
  );
}

/** Begins with what is stored, but for secrets. */
function ConfigurationForm({
  client: { id },
  schema,
  onChanged,
}: {
  client: ConnectorClient;
  schema: Record<string, unknown>;
  onChanged(): void;
}) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const query = useQuery(configurationQuery(trellis, id));
  return (
    <Loaded query={query}>
      {(stored) => (
        <>
          <p>
            {stored.secrets.length > 0 && 'A secret that you leave empty stays as it is. '}
            The configuration is tried out before it is stored.
          </p>
          <SchemaForm
            schema={patchSchemaOf(schema)}
            prefix="/configuration"
            initial={stored.configuration}
            submitLabel="Change"
            onSubmit={async (configuration) => {
              const body = { configuration: patchOf(schema, stored, configuration) };
              await trellis.patch('/connectors/clients/{id}', { path: { id }, body });
              onChanged();
              await queries.invalidateQueries({ queryKey: ['client', id] });
            }}
          />
        </>
      )}
    </Loaded>
  );
}
