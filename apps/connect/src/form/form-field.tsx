import {
  chosenVariant,
  itemCount,
  itemFields,
  removeItem,
  type Field,
  type Values,
} from '@trellis/schema-form';
import { useId, useState, type ReactNode } from 'react';
import { useWords } from '../texts/words-context.js';

interface FieldProps {
  field: Field;
  values: Values;
  errors: Record<string, string>;
  secrets: readonly string[];
  onChange(pointer: string, value: string | boolean): void;
  onReplace(values: Values): void;
}

export function FormField({ field, ...form }: FieldProps) {
  const id = useId();
  const { pointer, kind, label, required } = field;
  const words = useWords();
  const { secrets, errors } = form;
  const isStored = secrets.includes(pointer);
  const error = errors[pointer];
  const format = { lines: words.onePerLine, pairs: words.pairs, json: words.asJson };
  const hints = [
    isStored && words.storedSecret,
    field.hint,
    (field.hint || kind === 'json') && format[kind as keyof typeof format],
  ].filter(Boolean);
  const notes = [hints.length > 0 && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  const attributes = {
    id,
    name: pointer,
    'aria-describedby': notes.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': (required && !isStored) || undefined,
  };
  const hint = hints.length > 0 && (
    <p className="hint" id={`${id}-hint`}>
      {withCode(hints.join(' '))}
    </p>
  );
  const message = error && (
    <p className="error" id={`${id}-error`}>
      {error}
    </p>
  );
  if (kind === 'list') {
    return (
      <fieldset className="field">
        <legend>{label}</legend>
        {hint}
        <Items field={field} {...form} />
        {message}
      </fieldset>
    );
  }
  const input = <Control field={field} attributes={attributes} {...form} />;
  if (kind === 'boolean') {
    return (
      <div className="field check">
        {input}
        <label htmlFor={id}>{label}</label>
        {hint}
        {message}
      </div>
    );
  }
  const variant = chosenVariant(field, form.values);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && !isStored && <span className="optional"> ({words.optional})</span>}
      </label>
      {hint}
      {input}
      {message}
      {variant && (
        <div className="variant">
          {variant.fields.map((inner) => (
            <FormField key={inner.pointer} field={inner} {...form} />
          ))}
        </div>
      )}
    </div>
  );
}

function Items({ field, ...form }: FieldProps) {
  const words = useWords();
  const { values, onChange, onReplace } = form;
  const count = itemCount(field, values);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div className="variant" key={index}>
          {itemFields(field, index).map((inner) => (
            <FormField key={inner.pointer} field={inner} {...form} />
          ))}
          <button
            type="button"
            className="link"
            onClick={() => onReplace(removeItem(field, index, values))}
          >
            {words.remove(index + 1)}
          </button>
        </div>
      ))}
      <button
        type="button"
        className="secondary"
        onClick={() => onChange(field.pointer, String(count + 1))}
      >
        {words.add}
      </button>
    </>
  );
}

interface ControlProps extends FieldProps {
  attributes: object & { id: string };
}

const toOption = ({ label }: { label: string }) => ({ value: label, label });

function Control({ field, attributes, values, onChange }: ControlProps) {
  const words = useWords();
  const { pointer, kind, placeholder, options, variants } = field;
  const value = values[pointer];
  const common = {
    ...attributes,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => onChange(pointer, target.value),
  };
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  switch (kind) {
    case 'boolean':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(pointer, target.checked)}
        />
      );
    case 'select':
    case 'variants':
      return (
        <select {...common}>
          {(common.value === '' || field.default === undefined) && (
            <option value="">{words.none}</option>
          )}
          {(kind === 'select' ? options : variants.map(toOption)).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case 'multiline':
    case 'lines':
    case 'pairs':
    case 'json':
      return <textarea {...common} {...plain} rows={kind === 'multiline' ? 5 : 3} />;
    case 'secret':
      return <Password attributes={{ ...common, ...plain }} />;
    default:
      return (
        <input
          {...common}
          {...plain}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : 'text'}
          placeholder={placeholder}
        />
      );
  }
}

function Password({ attributes }: { attributes: object & { id: string } }) {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <span className="password">
      <input {...attributes} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls={attributes.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? words.hide : words.show}
      </button>
    </span>
  );
}

/** Renders text between backticks as code. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
