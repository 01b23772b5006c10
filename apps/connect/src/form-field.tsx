import { useId, useState, type ReactNode } from 'react';
import type { Field, Values } from './form-fields.js';
import type { Words } from './words.js';

interface FieldProps {
  field: Field;
  values: Values;
  /** What is wrong with each field, by its pointer. */
  errors: Record<string, string>;
  words: Words;
  /** The pointers of the secrets that are stored. */
  stored: readonly string[];
  onChange(pointer: string, value: string | boolean): void;
}

/** One member of a configuration, with its label, what it means, and what is wrong with it. */
export function FormField({ field, ...form }: FieldProps) {
  const id = useId();
  const { pointer, kind, title, description, required } = field;
  const { words, stored, errors } = form;
  const isStored = stored.includes(pointer);
  const error = errors[pointer];
  const hasHint = description !== '' || isStored;
  const notes = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: pointer,
    ...(notes && { 'aria-describedby': notes }),
    ...(error && { 'aria-invalid': true }),
    ...(required && !isStored && { 'aria-required': true }),
  };
  const hint = hasHint && (
    <p className="hint" id={`${id}-hint`}>
      {isStored && `${words.storedSecret} `}
      {withCode(description)}
      {(kind === 'lines' || kind === 'pairs') &&
        ` ${kind === 'lines' ? words.onePerLine : words.pairs}`}
    </p>
  );
  const complaint = error && (
    <p className="error" id={`${id}-error`}>
      {error}
    </p>
  );
  const control = <Control field={field} attributes={attributes} {...form} />;
  if (kind === 'boolean') {
    return (
      <div className="field check">
        {control}
        <label htmlFor={id}>{title}</label>
        {hint}
        {complaint}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {title}
        {!required && !isStored && <span className="optional"> ({words.optional})</span>}
      </label>
      {hint}
      {control}
      {complaint}
      <Variant field={field} {...form} />
    </div>
  );
}

/** The fields of the variant that was chosen. */
function Variant({ field, ...form }: FieldProps) {
  const chosen = field.variants.find(({ label }) => label === form.values[field.pointer]);
  if (!chosen) return null;
  return (
    <div className="variant">
      {chosen.fields.map((inner) => (
        <FormField key={inner.pointer} field={inner} {...form} />
      ))}
    </div>
  );
}

interface ControlProps extends FieldProps {
  attributes: object & { id: string };
}

function Control({ field, attributes, values, words, onChange }: ControlProps) {
  const { pointer, kind, example, options, variants } = field;
  const entered = values[pointer];
  const text = typeof entered === 'string' ? entered : '';
  const common = {
    ...attributes,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange(pointer, target.value),
  };
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  switch (kind) {
    case 'boolean':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={entered === true}
          onChange={({ target }) => onChange(pointer, target.checked)}
        />
      );
    case 'select':
    case 'variants':
      return (
        <select {...common}>
          <option value="">{words.none}</option>
          {(kind === 'select' ? options : variants.map(({ label }) => label)).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case 'long':
    case 'lines':
    case 'pairs':
      return <textarea {...common} {...plain} rows={kind === 'long' ? 5 : 3} />;
    case 'password':
      return <Password words={words} attributes={common} />;
    default: {
      const inputMode = { number: 'decimal', url: 'url', text: 'text' } as const;
      return (
        <input
          {...common}
          {...plain}
          type="text"
          inputMode={inputMode[kind]}
          placeholder={example}
        />
      );
    }
  }
}

/** A secret, which can be looked at while it is entered. */
function Password({ attributes, words }: { attributes: object & { id: string }; words: Words }) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="password">
      <input
        {...attributes}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
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

/** Shows what is in backticks as code. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
