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
  /** The error of the last attempt to save. */
  problem: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
}

/** An input for a value. Shows the type or the error of the value while the user types. */
export function ValueField({ unit, name, text, onChange, problem, ref }: ValueFieldProps) {
  const check = useValueCheck(unit, name, text);
  const error = problem ?? check.problem;
  return (
    <div>
      <Textarea
        ref={ref}
        label="Value"
        description="Text, a number, true, false, null, or any JSON."
        autosize
        minRows={4}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: classes.code! }}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
      {/* Always present, so that screen readers announce changes. */}
      <div role="status" className={classes.verdict}>
        {error === undefined ? check.verdict : <VisuallyHidden>{error}</VisuallyHidden>}
      </div>
    </div>
  );
}
