import { fieldsOf, toConfiguration, toPatch, valuesOf } from '@trellis/schema-form';
import { useEffect, useMemo, useState } from 'react';
import type { Api, Configuration, Technology } from '../api.js';
import { Loading } from '../screens/screen.js';
import { ConnectorForm, type Entered } from './connector-form.js';

interface ChangeFormProps {
  api: Api;
  client: string;
  technology: Technology;
  /** The last input since the page was opened, if there is any. */
  entered: Entered | undefined;
  onBack(): void;
  onSubmit(entered: Entered, patch: Configuration): Promise<void>;
  onError(error: unknown): void;
}

/** The form that changes a connection. It begins with the stored configuration. */
export function ChangeForm({ api, client, onError, onSubmit, ...props }: ChangeFormProps) {
  const { technology, entered, onBack } = props;
  const schema = technology.configuration_schema;
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [before, setBefore] = useState(entered);
  useEffect(() => {
    if (before) return undefined;
    let isOver = false;
    api.readConfiguration(client).then(
      ({ configuration: stored, secrets }) => {
        if (isOver) return;
        const values = valuesOf(fields, stored);
        setBefore({ values, configuration: toConfiguration(fields, values), secrets });
      },
      (error: unknown) => !isOver && onError(error),
    );
    return () => {
      isOver = true;
    };
  }, [api, client, fields, before, onError]);
  if (!before) return <Loading />;
  return (
    <ConnectorForm
      technology={technology}

      change={before}
      needsName={false}
      onBack={onBack}
      onExpired={onError}
      onSubmit={(after) =>
        onSubmit(after, toPatch(fields, before.configuration, after.configuration))
      }
    />
  );
}
