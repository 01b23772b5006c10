import { Textarea, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import type { Ref } from 'react';
import { useTrellis } from '../session/session.js';
import type { SyntaxProblem } from '../components/json-syntax.js';
import { kindOf, mayBeJsonLd, textToValue } from './property-value.js';
import classes from './units.module.css';

interface ValueFieldProps {
  unit: string;
  /** The name of the property; undefined for a new one. */
  name: string | undefined;
  text: string;
  onChange(text: string): void;
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

/** The result of checking a value while it is entered. */
interface ValueCheck {
  problem?: string | undefined;
  /** A description of a valid value. */
  verdict?: string | undefined;
}

/** Debounce time (ms). */
const debounceMs = 500;

/** Checks a value of a unit property: the syntax in the browser, JSON-LD by a dry run. */
function useValueCheck(unit: string, name: string | undefined, text: string): ValueCheck {
  const trellis = useTrellis();
  const [checked] = useDebouncedValue(text, debounceMs);
  const entered = textToValue(checked);
  const isJsonLd = 'value' in entered && mayBeJsonLd(entered.value);
  const { data } = useQuery({
    queryKey: ['value check', unit, name, checked],
    enabled: isJsonLd,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      // The result does not depend on the name, which a new property may not have yet.
      const path = { id: unit, name: name ?? 'value' };
      const body = { value: (entered as { value: unknown }).value };
      try {
        await trellis.put('/units/{id}/properties/{name}', {
          path,
          body,
          query: { dry_run: 'true' },
          signal,
        });
        return { problem: undefined };
      } catch (error) {
        if (isProblem(error) && error.errors.length > 0) return { problem: errorsText(error) };
        throw error;
      }
    },
  });
  if (checked !== text || checked === '') return {};
  if ('problem' in entered) return { problem: syntaxText(entered.problem) };
  const verdict = kindOf(entered.value);
  if (!isJsonLd) return { verdict: `This is stored as ${verdict}.` };
  if (data?.problem !== undefined) return { problem: data.problem };
  return data ? { verdict: 'This is valid JSON-LD.' } : {};
}

export const syntaxText = ({ line, column, detail }: SyntaxProblem): string =>
  `Line ${line}, column ${column}: ${detail}`;

export const errorsText = ({ errors }: { errors: { detail: string }[] }): string =>
  errors.map(({ detail }) => detail).join(' ');
