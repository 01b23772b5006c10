import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldsOf, toConfiguration, toPatch, valuesOf } from '@trellis/schema-form';
import {
  configurationQuery,
  instanceQuery,
  type ConnectorClient,
  type ConnectorDescription,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DialogButton } from '../components/dialogs.js';
import { Loaded } from '../components/list.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';

interface ChangeConfigurationProps {
  client: ConnectorClient;
  connector: ConnectorDescription;
}

/** Changes the configuration, which is stored after a poll with it succeeded. */
export const ChangeConfiguration = (props: ChangeConfigurationProps) => (
  <DialogButton label="Configure" title="Change the configuration">
    {(close) => <OfInstance {...props} onChanged={close} />}
  </DialogButton>
);

type FormProps = ChangeConfigurationProps & { onChanged(): void };

/** Uses the schema of the instance, which may be more specific than that of the connector. */
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

/** The form begins with the stored configuration, without its secrets. */
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
  const fields = fieldsOf(schema);
  return (
    <Loaded query={query}>
      {({ configuration: stored, secrets }) => {
        const initial = valuesOf(fields, stored);
        return (
          <>
            <p>
              {secrets.length > 0 && 'A secret that you leave empty stays as it is. '}
              The new configuration is tested before it is stored.
            </p>
            <SchemaForm
              fields={fields}
              prefix="/configuration"
              initial={initial}
              secrets={secrets}
              submitLabel="Change"
              onSubmit={async (after) => {
                const configuration = toPatch(fields, toConfiguration(fields, initial), after);
                const body = { configuration };
                await trellis.patch('/connectors/clients/{id}', { path: { id }, body });
                onChanged();
                await queries.invalidateQueries({ queryKey: ['client', id] });
              }}
            />
          </>
        );
      }}
    </Loaded>
  );
}
