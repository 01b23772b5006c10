import type { Work } from './work.js';

/** The variables of an evaluation and its remaining work. */
export class Scope {
  readonly work: Work;
  readonly #variables: Map<string, unknown>;
  readonly #outer: Scope | undefined;

  constructor(variables: Iterable<[string, unknown]>, work: Work, outer?: Scope) {
    this.#variables = new Map(variables);
    this.work = work;
    this.#outer = outer;
  }

  /** Creates an inner scope: variables that are set there do not outlive it. */
  within(variables: Iterable<[string, unknown]>): Scope {
    return new Scope(variables, this.work, this);
  }

  get(name: string): unknown {
    return this.#variables.has(name) ? this.#variables.get(name) : this.#outer?.get(name);
  }

  set(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }
}
