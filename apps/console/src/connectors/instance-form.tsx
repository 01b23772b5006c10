import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { fieldsOf } from '@trellis/schema-form';
import { useState } from 'react';
import type { ConnectorDescription } from '../api/connectors.js';
import { SchemaForm } from '../forms/schema-form.js';
import { useTrellis } from '../session/session.js';
import { Trial } from './trial.js';

/** Sets a connector up, or tries that before. */
export function InstanceForm({ connector }: { connector: ConnectorDescription }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [tried, setTried] = useState<Record<string, unknown>>();
  async function create(configuration: Record<string, unknown>) {
    const body = { connector_type_id: connector.type_id, configuration };
    await trellis.post('/connectors/instances', { body });
    await queries.invalidateQueries({ queryKey: ['instances'] });
  }
  // Others cannot be tried without the authorization of an end user.
  const isTried = connector.connect?.method !== 'oauth2';
  return (
    <>
      <SchemaForm
        fields={fieldsOf(connector.instance_configuration_schema)}
        prefix="/configuration"
        submitLabel={`Set up ${connector.name}`}
        onSubmit={create}
        {...(isTried && {
          other: { label: 'Try it first', onSubmit: async (entered) => setTried(entered) },
        })}
      />
      <Modal
        opened={tried !== undefined}
        onClose={() => setTried(undefined)}
        title={`Try ${connector.name}`}
        size="xl"
      >
        {tried && <Trial connector={connector} instance={tried} />}
      </Modal>
    </>
  );
}
