import { TemplateFailure } from './values.js';
import type { Token } from './lexer.js';

const end: Token = { type: 'end', text: '' };

/** A cursor over the tokens of a template. */
export class Tokens {
  readonly #tokens: Token[];
  #next = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** Returns a token without consuming it. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? end;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Returns whether the next token is one of these names or operators. */
  isAt(...texts: string[]): boolean {
    const { type, text } = this.peek();
    return (type === 'name' || type === 'operator') && texts.includes(text);
  }

  /** Consumes the next token if it is one of these, and returns its text. */
  accept(...texts: string[]): string | undefined {
    return this.isAt(...texts) ? this.take().text : undefined;
  }

  expect(text: string): void {
    if (this.accept(text) === undefined) throw this.error();
  }

  expectName(): string {
    const { type, text } = this.take();
    if (type !== 'name') throw this.error();
    return text;
  }

  /** Consumes the end of an output or of a statement. */
  expectEnd(): void {
    if (this.take().type !== 'end') throw this.error();
  }

  error(): TemplateFailure {
    return new TemplateFailure('it has an error, or uses syntax that is not supported');
  }
}
