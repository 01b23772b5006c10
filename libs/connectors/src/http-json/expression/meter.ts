import type { Steps } from '../steps.js';
import type { Measured, Node } from './syntax.js';

/** The longest text that an expression works on (characters). */
export const maxText = 16 * 1024;

/** The most values, and the longest list, that one step of an expression works on. */
const maxWeight = 100_000;
export const maxItems = 5_000;

/** What one step of an expression takes, compared with one of a path. */
const stepWeight = 10;

/** A value is too large to be worked on. */
export class TooLarge extends Error {}

/** Measures the work of one evaluation, before and after each of its steps. */
export interface Meter {
  enter(node: Node, input: unknown): Promise<void>;
  leave(node: Node, result: unknown): void;
}

export function createMeter({ steps, measured }: { steps: Steps; measured: Measured }): Meter {
  return {
    enter({ type }, input) {
      // A name is looked up in all items; a function takes its context where it lacks an argument.
      const isWhole = type === 'function' || (type === 'name' && Array.isArray(input));
      steps.take(stepWeight + (isWhole ? weigh(input) : 0));
      return steps.pause();
    },
    leave(node, result) {
      if (measured.has(node)) steps.take(weighBounded(result));
      else if (Array.isArray(result)) steps.take(result.length);
    },
  };
}

/** Like `weigh`, of what functions and operators work on, or have made. */
function weighBounded(value: unknown): number {
  const weight = weigh(value, maxText);
  if (weight > maxWeight) throw new TooLarge();
  return weight;
}

/** How many values are in a value, itself included; at most about `maxWeight`. Shared ones count each time. */
export function weigh(root: unknown, longest = Infinity): number {
  let weight = 0;
  const open: unknown[] = [root];
  while (open.length > 0 && weight + open.length <= maxWeight) {
    const value = open.pop();
    weight += 1;
    if (typeof value === 'string') {
      if (value.length > longest) throw new TooLarge();
      weight += value.length / 64;
    } else if (Array.isArray(value)) {
      for (const member of value as unknown[]) open.push(member);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) open.push(member);
    }
  }
  return Math.ceil(weight + open.length);
}
