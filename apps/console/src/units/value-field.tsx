import { Textarea, VisuallyHidden } from '@mantine/core';
import type { Ref } from 'react';
import classes from './units.module.css';
import { useValueCheck } from './use-value-check.js';

interface ValueFieldProps {
  unit: string;
  /** The name of the property; undefined for a new one. */
  name: string | undefined;
  text: string;
  onChange(text: string): void;
  /** What has refused the text when it was saved. */
  problem: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
}

/** Where a value is entered: it says what it is taken for and what is wrong with it, as one types. */
export function ValueField({ unit, name, text, onChange, problem, ref }: ValueFieldProps) {
  const check = useValueCheck(unit, name, text);
  const error = problem ?? check.problem;
  return (
    <div>
      <Textarea
        ref={ref}
        label="Value"
        description="A text, a number, true, false, null, or any JSON."
        autosize
        minRows={4}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: classes.code! }}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
      {/* There from the beginning, so that what comes into it is read aloud. */}
      <div role="status" className={classes.verdict}>
        {error === undefined ? check.verdict : <VisuallyHidden>{error}</VisuallyHidden>}
      </div>
    </div>
  );
}
