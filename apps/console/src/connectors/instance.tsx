import { useQueryClient } from '@tanstack/react-query';
import { fieldsOfPatch, hasMembers } from '@trellis/schema-form';
import type { ConnectorDescription, ConnectorInstance } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { ClientRow } from '../components/rows.js';
import { DeleteDialog, DialogButton, dryRun } from '../components/dialogs.js';
import { Empty, List } from '../components/list.js';
import { LinkButton } from '../components/links.js';
import { Card, Section } from '../components/page.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';

interface InstanceProps {
  connector: ConnectorDescription;
  instance: ConnectorInstance;
}

const maxShown = 20;

export function Instance({ connector, instance }: InstanceProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const path = { id: instance.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['instances'] });
  const { length } = instance.clients;
  const perSubject = instance.clients_per_subject;
  return (
    <Section
      title="Clients"
      actions={
        <>
          {hasMembers(connector.instance_configuration_schema) && (
            <Reconfigure connector={connector} instance={instance} />
          )}
          <DeleteDialog
            title={`Delete the set-up of ${connector.name}`}
            preview={() => trellis.delete('/connectors/instances/{id}', { path, query: dryRun })}
            onDelete={() => trellis.delete('/connectors/instances/{id}', { path })}
            onDeleted={readAgain}
          />
          <LinkButton to="/clients/new" search={{ type: connector.type_id }}>
            Connect a client
          </LinkButton>
        </>
      }
    >
      <Card isFlush>
        {length === 0 ? (
          <Empty title="No clients yet">
            {connector.name} is set up. A client connects it for one of your end users
            {perSubject > 1 ? `, who may have up to ${perSubject}` : ''}.
          </Empty>
        ) : (
          <List label={`Clients of ${connector.name}`}>
            {instance.clients.slice(0, maxShown).map(({ href }) => (
              <ClientRow key={href} id={idOf(href)} />
            ))}
          </List>
        )}
      </Card>
      {length > maxShown && <div>{`${length - maxShown} more are in the list of clients.`}</div>}
    </Section>
  );
}

/** Changes the configuration, which is never shown. */
function Reconfigure({ connector, instance }: InstanceProps) {
  const trellis = useTrellis();
  return (
    <DialogButton label="Change" title={`Change the set-up of ${connector.name}`}>
      {(close) => (
        <>
          <p>Fields that you leave empty stay as they are.</p>
          <SchemaForm
            fields={fieldsOfPatch(connector.instance_configuration_schema)}
            prefix="/configuration"
            submitLabel="Change"
            onSubmit={async (configuration) => {
              const path = { id: instance.id };
              await trellis.patch('/connectors/instances/{id}', { path, body: { configuration } });
              close();
            }}
          />
        </>
      )}
    </DialogButton>
  );
}
