import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  configurationQuery,
  instanceQuery,
  type ConnectorClient,
  type ConnectorDescription,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DialogButton } from '../components/dialogs.js';
import { Loaded } from '../components/list.js';
import { ConfigurationForm } from '../forms/configuration-form.js';
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
        <OfClient client={client} schema={schema} onChanged={onChanged} />
      )}
    </Loaded>
  );
}

interface OfClientProps {
  client: ConnectorClient;
  schema: Record<string, unknown>;
  onChanged(): void;
}

function OfClient({ client: { id }, schema, onChanged }: OfClientProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  return (
    <ConfigurationForm
      query={useQuery(configurationQuery(trellis, id))}
      schema={schema}
      onPatch={async (configuration) => {
        await trellis.patch('/connectors/clients/{id}', { path: { id }, body: { configuration } });
        onChanged();
        await queries.invalidateQueries({ queryKey: ['client', id] });
      }}
    />
  );
}
