import { useQueryClient } from '@tanstack/react-query';
import { fieldsOf } from '@trellis/schema-form';
import type { ConnectorDescription } from '../api/connectors.js';
import { useTrellis } from '../session/session.js';
import { SchemaForm } from './schema-form.js';

export function InstanceForm({ connector }: { connector: ConnectorDescription }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  async function create(configuration: Record<string, unknown>) {
    const body = { connector_type_id: connector.type_id, configuration };
    await trellis.post('/connectors/instances', { body });
    await queries.invalidateQueries({ queryKey: ['instances'] });
  }
  return (
    <SchemaForm
      fields={fieldsOf(connector.instance_configuration_schema)}
      prefix="/configuration"
      submitLabel={`Set up ${connector.name}`}
      onSubmit={create}
    />
  );
}
