import { Allowance, limits } from './allowance.js';
import { compileTemplate, type Template } from './template.js';

/** The templates of one device: each is compiled once, and all of them share one allowance. */
export class Templates {
  readonly #compiled = new Map<string, Template>();
  readonly #allowance: Allowance;

  constructor(poll?: Allowance) {
    this.#allowance = new Allowance(limits.device, poll);
  }

  /** Whether some were not evaluated, because together they take too much work. */
  get isExhausted(): boolean {
    return this.#allowance.isExhausted;
  }

  compile(source: string): Template {
    const compiled = this.#compiled.get(source) ?? compileTemplate(source, this.#allowance);
    this.#compiled.set(source, compiled);
    return compiled;
  }
}
