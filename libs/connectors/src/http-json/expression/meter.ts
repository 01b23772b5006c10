import { Misconfigured } from '@trellis/connector-sdk';
import type { PollBudget } from '../budget.js';
import type { Node, Watched } from './syntax.js';

/** The longest text that an expression may work on (characters). */
export const maxText = 16 * 1024;

/** The most values that an expression may work on or make, and the longest list. */
const maxWeight = 100_000;
export const maxItems = 5_000;

/** The cost of a step of an expression, relative to one of a path. */
const stepWeight = 10;

/** The types of nodes that work on everything in their context. */
const whole = new Set(['function', 'wildcard']);

export class TooLarge extends Error {}

/** Measures the work of one evaluation, before and after each step. */
export interface Meter {
  enter(node: Node, input: unknown): Promise<void>;
  leave(node: Node, result: unknown): void;
}

export function createMeter(budget: PollBudget, { measured, names }: Watched): Meter {
  return {
    enter({ type }, input) {
      // A name is looked up in all items; a function takes its context where it lacks an argument.
      const isWhole = whole.has(type) || (type === 'name' && Array.isArray(input));
      budget.spend('steps', stepWeight + (isWhole ? weigh(input) : 0));
      return budget.pause();
    },
    leave(node, result) {
      if (names.has(node) && isReserved(result)) {
        throw new Misconfigured(`An expression must not make a member of the name ${result}.`, {
          cause: 'description_invalid',
        });
      }
      if (measured.has(node)) budget.spend('steps', weighBounded(result));
      else if (Array.isArray(result)) budget.spend('steps', result.length);
    },
  };
}

/** Weighs the operand or result of a function or operator. Throws `TooLarge`. */
function weighBounded(value: unknown): number {
  const weight = weigh(value, maxText);
  if (weight > maxWeight) throw new TooLarge();
  return weight;
}

/** Throws `TooLarge` for a value that is too large to be copied; it may contain the same one in many places. */
export function requireSmall(value: unknown): void {
  if (weigh(value) > maxWeight) throw new TooLarge();
}

/** Counts the values in a value, itself included, up to about `maxWeight`. Shared ones count each time. */
function weigh(root: unknown, longest = Infinity): number {
  let weight = 0;
  const open: unknown[] = [root];
  const weighText = (text: string) => {
    if (text.length > longest) throw new TooLarge();
    weight += text.length / 64;
  };
  while (open.length > 0 && weight + open.length <= maxWeight) {
    const value = open.pop();
    weight += 1;
    if (typeof value === 'string') weighText(value);
    else if (Array.isArray(value)) {
      for (const member of value as unknown[]) open.push(member);
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        weighText(name);
        open.push((value as Record<string, unknown>)[name]);
      }
    }
  }
  return Math.ceil(weight + open.length);
}

/** The members by which the library recognizes its own values. */
const reserved = new Set<unknown>([
  '_jsonata_lambda',
  '_jsonata_function',
  'tupleStream',
  'outerWrapper',
]);

const isReserved = (name: unknown): name is string => reserved.has(name);

/** Returns whether a response imitates the library. */
export function hasReserved(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (isReserved(name)) return true;
      if (typeof member === 'object') open.push(member);
    }
  }
  return false;
}
