import { Button, Checkbox, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import { useState, type SubmitEvent } from 'react';
import { findSyntaxProblem } from '../components/json-syntax.js';
import { ProblemAlert } from '../components/problem-alert.js';
import classes from './types.module.css';

interface TypeEditorProps {
  /** The type to begin with, as JSON. */
  text: string;
  submitLabel: string;
  /** Sends the type; the editor shows what is wrong if it rejects. */
  onSubmit(type: unknown, force: boolean): Promise<unknown>;
}

/** An editor for a type as JSON, which names the members that are wrong. */
export function TypeEditor({ text: initial, submitLabel, onSubmit }: TypeEditorProps) {
  const [text, setText] = useState(initial);
  const [syntax, setSyntax] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (force: boolean) => onSubmit(JSON.parse(text), force),
    meta: { showsProblem: true },
    // The description may contain a secret.
    gcTime: 0,
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = findSyntaxProblem(text);
    setSyntax(problem && `Line ${problem.line}, column ${problem.column}: ${problem.detail}`);
    if (!problem) mutate(new FormData(event.currentTarget).has('force'));
  }
  const wouldFail = isProblem(error, 'trial_failed');
  return (
    <form className={classes.editor} onSubmit={submit}>
      <Textarea
        label="Type"
        description="JSON. The configuration is a description as for HTTP and JSON; its parameters are the form of end users."
        autosize
        minRows={12}
        maxRows={28}
        spellCheck={false}
        classNames={{ input: classes.code! }}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={syntax}
      />
      {error && <ProblemAlert error={error} />}
      {isProblem(error) && error.errors.length > 0 && (
        <ul className={classes.errors} aria-label="What is wrong">
          {error.errors.map(({ pointer, detail }, index) => (
            <li key={index}>
              {pointer && <code>{pointer}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      {wouldFail && <Checkbox name="force" label="Use it all the same: these clients will fail" />}
      <div>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
