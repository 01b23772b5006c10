import type { UseQueryResult } from '@tanstack/react-query';
import type { components } from '@trellis/client';
import { fieldsOf, toConfiguration, toPatch, valuesOf } from '@trellis/schema-form';
import { Loaded } from '../components/list.js';
import { SchemaForm } from './schema-form.js';

interface ConfigurationFormProps {
  query: UseQueryResult<components['schemas']['ShownConfiguration']>;
  schema: Record<string, unknown>;
  /** Sends the members that have changed. */
  onPatch(configuration: Record<string, unknown>): Promise<void>;
}

/** A form that begins with a stored configuration, without its secrets. */
export const ConfigurationForm = ({ query, schema, onPatch }: ConfigurationFormProps) => {
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
              onSubmit={(after) =>
                onPatch(toPatch(fields, toConfiguration(fields, initial), after))
              }
            />
          </>
        );
      }}
    </Loaded>
  );
};
