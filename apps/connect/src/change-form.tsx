import { useEffect, useMemo, useState } from 'react';
import type { Api, Configuration, Technology } from './api.js';
import { Loading } from './connection.js';
import { ConnectorForm } from './connector-form.js';
import { fieldsOf } from './form-fields.js';
import { toPatch } from './patch.js';
import { enteredOf, type Entered } from './stored.js';
import type { Words } from './words.js';

interface ChangeFormProps {
  api: Api;
  client: string;
  technology: Technology;
  words: Words;
  /** What was entered last, if that was since the page was opened. */
  entered: Entered | undefined;
  onBack(): void;
  onSubmit(entered: Entered, patch: Configuration): Promise<void>;
  /** Takes what ends the page. */
  onError(error: unknown): void;
}

/** The form in which a connection is corrected. It begins with what is stored. */
export function ChangeForm({ api, client, onError, onSubmit, ...form }: ChangeFormProps) {
  const { technology, words, entered } = form;
  const fields = useMemo(
    () => fieldsOf(technology.configuration_schema),
    [technology.configuration_schema],
  );
  const [before, setBefore] = useState(entered);
  useEffect(() => {
    if (before) return undefined;
    let isOver = false;
    api.readConfiguration(client).then(
      (stored) => !isOver && setBefore(enteredOf(fields, stored)),
      (error: unknown) => !isOver && onError(error),
    );
    return () => {
      isOver = true;
    };
  }, [api, client, fields, before, onError]);
  if (!before) return <Loading words={words} />;
  return (
    <ConnectorForm
      {...{ technology, words }}
      change={before}
      needsName={false}
      onBack={form.onBack}
      onExpired={onError}
      onSubmit={(given) =>
        onSubmit(given, toPatch(fields, before.configuration, given.configuration))
      }
    />
  );
}
