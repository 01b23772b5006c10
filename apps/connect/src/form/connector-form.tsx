import { isProblem } from '@trellis/client';
import {
  fieldsOf,
  initialValues,
  shownFields,
  toConfiguration,
  toPatch,
  validate,
  valuesOf,
  type Field,
  type Values,
} from '@trellis/schema-form';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import type { Agent, Api, Configuration, Found, Technology } from '../api.js';
import { refusalOf, type Failure } from '../errors/problems.js';
import { OwnHome } from '../screens/own-home.js';
import { Details, Loading, Notice, Screen, Steps } from '../screens/screen.js';
import { useWords } from '../texts/words-context.js';
import type { Words } from '../texts/words.js';
import { FormField } from './form-field.js';

/** The content of a form when it is sent, or when it begins. It leaves this page only to be stored. */
export interface Entered {
  values: Values;
  configuration: Configuration;
  /** JSON Pointers of the stored secrets, which stay as they are if nothing is entered. */
  secrets: readonly string[];
}

/** The name of a connection, and the agent through which it goes, as far as there are any. */
export interface Named {
  name: string | undefined;
  via: string | undefined;
}

interface ConnectorFormProps {
  technology: Technology;
  /** The agents through which it may be reached. */
  agents?: Agent[];
  /** The technology that one of them has found, with which the form begins. */
  found?: Found | undefined;
  /** The configuration to change; undefined for a new connection. */
  change?: Entered | undefined;
  needsName: boolean;
  onBack?: (() => void) | undefined;
  /** Begins to connect a home, if that helps. */
  onHome?: (() => void) | undefined;
  /** Stores the input; rejects with the problem if it is refused. */
  onSubmit(entered: Entered, named: Named): Promise<void>;
  onExpired(error: unknown): void;
}

/** How often a client is polled is left to the app. */
const intervalPointer = '/interval_ms';

export function ConnectorForm(props: ConnectorFormProps) {
  const words = useWords();
  const { technology, change, agents = [], onBack, onHome } = props;
  const { values, errors, failure, isBusy, form, via, enter, setValues, setVia, submit, ...given } =
    useForm(props);
  const fields = given.fields.filter(({ pointer }) => pointer !== intervalPointer);
  const secrets = change?.secrets ?? [];
  const toElement = (field: Field) => (
    <FormField
      key={field.pointer}
      field={field}
      values={values}
      errors={errors}
      secrets={secrets}
      onChange={enter}
      onReplace={setValues}
    />
  );
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  const isSignIn = technology.connect.method === 'oauth2';
  const isAllAdvanced = advanced.length === fields.length && !isSignIn;
  const title = change ? words.changeTitle(technology.name) : words.connectTo(technology.name);
  const submitText = change
    ? words.save
    : isSignIn
      ? words.continueToSignIn(technology.name)
      : words.connect;
  return (
    <Screen title={title} onBack={onBack}>
      <p>{secrets.length > 0 ? words.secretsStay : technology.description}</p>
      <Steps technology={technology} when="before" />
      {failure && (
        <Notice>
          <p>{failure.text}</p>
          {failure.detail && <Details text={failure.detail} />}
        </Notice>
      )}
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {agents.length > 0 && <Way agents={agents} via={via} onChange={setVia} />}
        {fields.filter(({ isAdvanced }) => !isAdvanced).map(toElement)}
        {advanced.length === 1 && advanced.map(toElement)}
        {advanced.length > 1 && (
          <details
            open={isAllAdvanced || advanced.some(({ pointer }) => errors[pointer]) || undefined}
          >
            <summary>{words.moreSettings}</summary>
            {advanced.map(toElement)}
          </details>
        )}
        {isSignIn && !change && <p className="hint">{words.signInHint(technology.name)}</p>}
        <button type="submit" className="primary" aria-disabled={isBusy}>
          {isBusy && <span className="spinner small" aria-hidden="true" />}
          {isBusy ? words.checking : submitText}
        </button>
        <p className="visually-hidden" role="status">
          {isBusy ? words.checking : ''}
        </p>
      </form>
      {onHome && agents.length === 0 && <OwnHome agents={agents} onHome={onHome} />}
    </Screen>
  );
}

interface WayProps {
  agents: Agent[];
  via: string | undefined;
  onChange(via: string | undefined): void;
}

/** Asks where the technology is: in the home of an agent, or reachable without one. */
function Way({ agents, via, onChange }: WayProps) {
  const words = useWords();
  return (
    <div className="field">
      <label htmlFor="via">{words.where}</label>
      <select
        id="via"
        value={via ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {words.behindAgent(name)}
          </option>
        ))}
        <option value="">{words.withoutAgent}</option>
      </select>
    </div>
  );
}

/** The pointer of the name field, which is not part of the configuration. */
const namePointer = 'name';

function nameField({ nameField: title, nameHint: description }: Words): Field {
  const name = { type: 'string', title, description };
  const [field] = fieldsOf({ properties: { name }, required: ['name'] });
  return { ...field!, pointer: namePointer };
}

function useForm({
  technology,
  change,
  agents = [],
  found: offer,
  needsName,
  ...on
}: ConnectorFormProps) {
  const words = useWords();
  const schema = technology.configuration_schema;
  const fields = useMemo(() => {
    const members = fieldsOf(schema);
    return needsName ? [nameField(words), ...members] : members;
  }, [schema, needsName, words]);
  const [values, setValues] = useState<Values>(
    () =>
      change?.values ??
      Object.assign(initialValues(fields), offer && valuesOf(fields, offer.configuration)),
  );
  const [via, setVia] = useState(() => offer?.agent ?? agents[0]?.id);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // Focuses the first wrong field after each attempt, but not while a field is corrected.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const enter = (pointer: string, value: string | boolean) => {
    setValues((before) => ({ ...before, [pointer]: value }));
    setErrors(({ [pointer]: _corrected, ...others }) => others);
  };
  const showErrors = (found: Record<string, string>, reason: Failure | undefined) => {
    setErrors(found);
    setFailure(reason);
    setAttempts((before) => before + 1);
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const secrets = change?.secrets ?? [];
    const found = inputErrors(fields, { values, secrets, words });
    const isWrong = Object.keys(found).length > 0;
    showErrors(found, isWrong ? { text: words.wrongInput } : undefined);
    if (isWrong) return;
    setBusy(true);
    try {
      const members = fields.filter(({ pointer }) => pointer !== namePointer);
      const configuration = toConfiguration(members, values);
      const name = values[namePointer];
      const named = { name: typeof name === 'string' ? name.trim() : undefined, via };
      await on.onSubmit({ values, configuration, secrets }, named);
    } catch (error) {
      if (isProblem(error, 'invalid_token')) return on.onExpired(error);
      const refused = refusalOf(error, { words, technology, fields, values });
      showErrors(refused.errors, refused.failure);
      setBusy(false);
    }
  }
  return { fields, values, errors, failure, isBusy, form, via, enter, setValues, setVia, submit };
}

function inputErrors(
  fields: Field[],
  { values, secrets, words }: { values: Values; secrets: readonly string[]; words: Words },
): Record<string, string> {
  const found = validate(fields, values, secrets);
  const shown = shownFields(fields, values).filter(({ pointer }) => found[pointer]);
  return Object.fromEntries(
    shown.map((field) => [field.pointer, words.inputErrors[found[field.pointer]!](field.schema)]),
  );
}

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
