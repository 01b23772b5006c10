import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import { useTrellis } from '../session/session-context.js';
import type { SyntaxProblem } from './json-syntax.js';
import { kindOf, mayBeJsonLd, textToValue } from './property-value.js';

/** What can be said about a value while it is entered. */
interface ValueCheck {
  /** What is wrong with it. */
  problem?: string | undefined;
  /** What it is, if nothing is wrong. */
  verdict?: string | undefined;
}

/** How long nothing has to be entered before it is judged (ms): what is half entered is always wrong. */
const pauseMs = 500;

/** Judges a value of a property of a unit: its syntax here, and JSON-LD by asking Trellis, which stores nothing. */
export function useValueCheck(unit: string, name: string | undefined, text: string): ValueCheck {
  const trellis = useTrellis();
  const [judged] = useDebouncedValue(text, pauseMs);
  const entered = textToValue(judged);
  const isJsonLd = 'value' in entered && mayBeJsonLd(entered.value);
  const { data } = useQuery({
    queryKey: ['value check', unit, name, judged],
    enabled: isJsonLd,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      // Whether a value is valid depends on nothing else; a property that is new need not have a name yet.
      const path = { id: unit, name: name ?? 'value' };
      const body = { value: (entered as { value: unknown }).value };
      try {
        await trellis.put('/units/{id}/properties/{name}', {
          ...{ path, body, query: { dry_run: 'true' }, signal },
        });
        return { problem: undefined };
      } catch (error) {
        if (isProblem(error) && error.errors.length > 0) return { problem: errorsText(error) };
        throw error;
      }
    },
  });
  if (judged !== text || judged === '') return {};
  if ('problem' in entered) return { problem: syntaxText(entered.problem) };
  const verdict = kindOf(entered.value);
  if (!isJsonLd) return { verdict: `This is stored as ${verdict}.` };
  if (data?.problem !== undefined) return { problem: data.problem };
  return data ? { verdict: 'This is valid JSON-LD.' } : {};
}

/** A place where a value is no JSON, as a person reads it. */
export const syntaxText = ({ line, column, detail }: SyntaxProblem): string =>
  `Line ${line}, column ${column}: ${detail}`;

/** What Trellis finds wrong with what was sent. */
export const errorsText = ({ errors }: { errors: { detail: string }[] }): string =>
  errors.map(({ detail }) => detail).join(' ');
