import { Button, Checkbox, Loader, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import { lazy, Suspense, useMemo, useState, type ReactNode, type SubmitEvent } from 'react';
import type { NewVersion } from '../api/types.js';
import { findSyntaxProblem } from '../components/json-syntax.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { versionOf, type Draft, type ErrorAt } from './draft.js';
import { StepsField } from './steps-field.js';
import { TranslationsField } from './translations-field.js';
import classes from './types.module.css';

// The editor is large.
const JsonEditor = lazy(() => import('../components/json-editor.js'));

interface TypeFormProps {
  initial: Draft;
  submitLabel: string;
  /** Sends the version; the form shows what is wrong if it rejects. */
  onSubmit(version: NewVersion, force: boolean): Promise<unknown>;
  /** Fields after the name. */
  children?(draft: Draft, errorAt: ErrorAt): ReactNode;
}

/** Members with a field of their own, which shows what is wrong with them. */
const ownFields = /^\/(name|type_id|description|category|steps\/\d+\/\w+|translations\/.*)$/;

const descriptionOf = '/configuration';

/** A form for a version of a type. */
export function TypeForm({ initial, submitLabel, onSubmit, children }: TypeFormProps) {
  const [draft, setDraft] = useState(initial);
  const [syntax, setSyntax] = useState<string>();
  const set = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const { mutate, error, isPending } = useMutation({
    mutationFn: (force: boolean) => onSubmit(versionOf(draft, initial), force),
    meta: { showsProblem: true },
    // The description may contain a secret.
    gcTime: 0,
  });
  const errors = useMemo(() => (isProblem(error) ? error.errors : []), [error]);
  const ofDescription = useMemo(
    () =>
      errors
        .filter(({ pointer }) => pointer?.startsWith(`${descriptionOf}/`))
        .map((one) => ({ ...one, pointer: one.pointer.slice(descriptionOf.length) })),
    [errors],
  );
  const errorAt: ErrorAt = (pointer) => errors.find((one) => one.pointer === pointer)?.detail;
  const others = errors.filter(({ pointer }) => !ownFields.test(pointer ?? ''));
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = findSyntaxProblem(draft.configuration);
    setSyntax(problem && `Line ${problem.line}, column ${problem.column}: ${problem.detail}`);
    if (!problem) mutate(new FormData(event.currentTarget).has('force'));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name"
        description="As developers and end users see it."
        required
        maxLength={64}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
        error={errorAt('/name')}
      />
      {children?.(draft, errorAt)}
      <Textarea
        label="Description"
        description="The sentence below the name."
        autosize
        maxLength={300}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
        error={errorAt('/description')}
      />
      <TextInput
        label="Category"
        description="A kind of your own, such as energy or climate. Pages can group types by it."
        maxLength={64}
        value={draft.category}
        onChange={({ target }) => set({ category: target.value })}
        error={errorAt('/category')}
      />
      <StepsField steps={draft.steps} errorAt={errorAt} onChange={(steps) => set({ steps })} />
      <TranslationsField
        draft={draft}
        errorAt={errorAt}
        onChange={(translations) => set({ translations })}
      />
      <div className={classes.field}>
        <strong>Requests and devices</strong>
        <small className={classes.note}>
          How to request the API, and what its answers mean, as for HTTP and JSON. Its{' '}
          <code>parameters</code> are the form of your end users.
        </small>
        <Suspense fallback={<Loader />}>
          <JsonEditor
            label="Requests and devices"
            text={initial.configuration}
            errors={ofDescription}
            onChange={(configuration) => set({ configuration })}
          />
        </Suspense>
        {syntax && (
          <div role="alert" className={classes.wrong}>
            {syntax}
          </div>
        )}
      </div>
      {error && <ProblemAlert error={error} />}
      {others.length > 0 && (
        <ul className={classes.errors} aria-label="What is wrong">
          {others.map(({ pointer, detail }, index) => (
            <li key={index}>
              {pointer && <code>{pointer}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      {isProblem(error, 'trial_failed') && (
        <Checkbox name="force" label="Use it all the same: these clients will fail" />
      )}
      <div>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
