import type { Allowance } from './allowance.js';

/** The variables of an evaluation, and what it may still use. */
export class Scope {
  readonly allowance: Allowance;
  readonly #variables: Map<string, unknown>;
  readonly #outer: Scope | undefined;

  constructor(variables: Iterable<[string, unknown]>, allowance: Allowance, outer?: Scope) {
    this.#variables = new Map(variables);
    this.allowance = allowance;
    this.#outer = outer;
  }

  /** A scope within this one: what is set there does not outlive it. */
  within(variables: Iterable<[string, unknown]>): Scope {
    return new Scope(variables, this.allowance, this);
  }

  get(name: string): unknown {
    return this.#variables.has(name) ? this.#variables.get(name) : this.#outer?.get(name);
  }

  set(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }
}
