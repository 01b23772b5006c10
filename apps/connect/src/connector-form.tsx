import { isProblem } from '@trellis/client';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import type { Configuration, Technology } from './api.js';
import {
  complaintsAbout,
  fieldsOf,
  initialValues,
  toConfiguration,
  type Field,
  type Values,
} from './form-fields.js';
import { FormField } from './form-field.js';
import { refusalOf, type Failure } from './refusal.js';
import { Details, Notice, Screen } from './screen.js';
import type { Entered } from './stored.js';
import { complaintText, type Words } from './words.js';

interface ConnectorFormProps {
  technology: Technology;
  words: Words;
  /** What the form of a client begins with; left out for a new one. */
  change?: Entered | undefined;
  needsName: boolean;
  onBack?: (() => void) | undefined;
  /** Stores it; rejects with the problem if that is refused. */
  onSubmit(entered: Entered, name: string | undefined): Promise<void>;
  /** Takes what ends the page. */
  onExpired(error: unknown): void;
}

const namePointer = '/name';

/** What the end user enters to connect a technology, or to correct that. */
export function ConnectorForm(props: ConnectorFormProps) {
  const { technology, words, change, needsName, onBack } = props;
  const { fields, values, errors, failure, isBusy, form, enter, submit } = useForm(props);
  const stored = change?.stored ?? [];
  const shared = { values, errors, words, stored, onChange: enter };
  const basic = fields.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  const isSignIn = technology.connect?.method === 'oauth2';
  const isAllAdvanced = basic.length === 0 && !isSignIn;
  const title = change ? words.changeTitle(technology.name) : words.connectTo(technology.name);
  return (
    <Screen title={title} words={words} onBack={onBack}>
      <p>{stored.length > 0 ? words.secretsStay : technology.description}</p>
      <Steps technology={technology} when="before" words={words} />
      {failure && (
        <Notice>
          <p>{failure.text}</p>
          {failure.detail && <Details text={failure.detail} words={words} />}
        </Notice>
      )}
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {needsName && !change && <FormField field={nameField(words)} {...shared} />}
        {basic.map((field) => (
          <FormField key={field.pointer} field={field} {...shared} />
        ))}
        {advanced.length > 0 && (
          <details
            open={isAllAdvanced || advanced.some(({ pointer }) => errors[pointer]) || undefined}
          >
            <summary>{words.moreSettings}</summary>
            {advanced.map((field) => (
              <FormField key={field.pointer} field={field} {...shared} />
            ))}
          </details>
        )}
        {isSignIn && !change && <p className="hint">{words.signInHint(technology.name)}</p>}
        <button type="submit" className="primary" aria-disabled={isBusy}>
          {isBusy && <span className="spinner small" aria-hidden="true" />}
          {isBusy
            ? words.checking
            : submitText(words, { technology, isChange: change !== undefined })}
        </button>
        <p className="visually-hidden" role="status">
          {isBusy ? words.checking : ''}
        </p>
      </form>
    </Screen>
  );
}

function submitText(
  words: Words,
  { technology, isChange }: { technology: Technology; isChange: boolean },
): string {
  if (isChange) return words.save;
  const isSignIn = technology.connect?.method === 'oauth2';
  return isSignIn ? words.continueToSignIn(technology.name) : words.connect;
}

const nameField = (words: Words): Field => ({
  ...{ pointer: namePointer, kind: 'text', title: words.nameField, description: words.nameHint },
  ...{ required: true, isAdvanced: false, example: '', default: undefined, options: [] },
  ...{ schema: {}, variants: [] },
});

/** The steps that somebody has to do besides, before the form or after it. */
export function Steps({
  technology,
  when,
  words,
  configuration = {},
}: {
  technology: Technology;
  when: 'before' | 'after';
  words: Words;
  configuration?: Configuration;
}) {
  const steps = (technology.connect?.steps ?? []).filter(
    ({ when: then, unless }) => then === when && !(unless !== undefined && unless in configuration),
  );
  if (steps.length === 0) return null;
  return (
    <Notice kind="hint">
      <h2>{when === 'before' ? words.firstDo : words.nowDo}</h2>
      <ol>
        {steps.map(({ title, description }) => (
          <li key={title}>
            <strong>{title}.</strong> {description}
          </li>
        ))}
      </ol>
    </Notice>
  );
}

/** What has been entered, and what is wrong with it. */
function useForm({ technology, words, change, needsName, ...on }: ConnectorFormProps) {
  const fields = useMemo(
    () => fieldsOf(technology.configuration_schema),
    [technology.configuration_schema],
  );
  const [values, setValues] = useState<Values>(() => change?.values ?? initialValues(fields));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // After each attempt, and not when a field is corrected.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const enter = (pointer: string, value: string | boolean) => {
    setValues((before) => ({ ...before, [pointer]: value }));
    setErrors(({ [pointer]: _corrected, ...others }) => others);
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const all = needsName && !change ? [nameField(words), ...fields] : fields;
    const stored = change?.stored ?? [];
    const complaints = Object.entries(complaintsAbout(all, values, stored));
    const found = complaints.map(([pointer, complaint]): [string, string] => [
      pointer,
      complaintText(
        words,
        complaint,
        everyField(all).find((one) => one.pointer === pointer)!,
      ),
    ]);
    setErrors(Object.fromEntries(found));
    setFailure(found.length > 0 ? { text: words.wrongInput } : undefined);
    setAttempts((before) => before + 1);
    if (found.length > 0) return;
    setBusy(true);
    const name = values[namePointer];
    try {
      const configuration = toConfiguration(fields, values);
      await on.onSubmit(
        { values, configuration, stored },
        typeof name === 'string' ? name.trim() : undefined,
      );
    } catch (error) {
      if (isProblem(error, 'invalid_token')) return on.onExpired(error);
      const pointers = everyField(all).map(({ pointer }) => pointer);
      const refused = refusalOf(error, { words, technology, pointers });
      setErrors(refused.errors);
      setFailure(refused.failure);
      setAttempts((before) => before + 1);
      setBusy(false);
    }
  }
  return { fields, values, errors, failure, isBusy, form, enter, submit };
}

const everyField = (fields: Field[]): Field[] =>
  fields.flatMap((field) => [
    field,
    ...field.variants.flatMap(({ fields: inner }) => everyField(inner)),
  ]);
