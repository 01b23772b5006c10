import { comment, goName, GoTypes } from './go-types.js';
import { itemOf, type Operation, type Parameter } from './operations.js';
import { snakeCase, type Declaration } from './types.js';

const header = `// Code generated from the OpenAPI document by npm run generate:client. DO NOT EDIT.

package trellis
`;

/** Returns the files of types and operations. */
export function goSources(
  declarations: ReadonlyMap<string, Declaration>,
  operations: readonly Operation[],
): { types: string; operations: string } {
  const types = new GoTypes(declarations);
  const methods = operations.map((operation) => new Method(operation, types).text());
  return {
    operations: `${header}\nimport "context"\n\n${methods.join('\n\n')}\n`,
    types: `${header}\n${types.declare()}\n`,
  };
}

class Method {
  readonly #operation: Operation;
  readonly #types: GoTypes;
  readonly #name: string;
  readonly #inPath: string[];
  readonly #named: Parameter[];
  readonly #answer: string;

  constructor(operation: Operation, types: GoTypes) {
    this.#operation = operation;
    this.#types = types;
    this.#name = goName(operation.id);
    const { parameters, answer } = operation;
    this.#inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => argument(name));
    this.#named = parameters.filter((one) => one.in !== 'path');
    this.#answer = answer ? types.of(answer) : 'NoContent';
  }

  text(): string {
    const { hasPages } = this.#operation;
    return [this.#parameters(), this.#method(), hasPages ? this.#pages() : '']
      .filter(Boolean)
      .join('\n\n');
  }

  #parameters(): string {
    if (this.#named.length === 0) return '';
    const fields = this.#named.map((parameter) => {
      const type = this.#types.of(parameter.type);
      const tag = `${parameter.in}:"${parameter.name}"`;
      return `\t${goName(parameter.name)} ${type === 'bool' ? '*bool' : type} \`${tag}\``;
    });
    const text = comment(`${this.#name}Params are the optional parameters of ${this.#name}.`);
    return `${text}type ${this.#name}Params struct {\n${fields.join('\n\n')}\n}`;
  }

  #method(): string {
    const { method, path, summary, description, takesKey, body } = this.#operation;
    const target = path
      .split(/(\{\w+\})/)
      .filter(Boolean)
      .map((part) =>
        part.startsWith('{') ? `segment(${argument(part.slice(1, -1))})` : JSON.stringify(part),
      );
    const fields = [
      `method: "${method}"`,
      `path: ${target.join(' + ')}`,
      ...(this.#named.length ? ['params: params'] : []),
      ...(body ? ['body: body'] : []),
      ...(body?.isRequired ? ['hasBody: true'] : []),
      ...(takesKey ? ['takesKey: true'] : []),
    ];
    const text = comment(`${this.#name}: ${summary}.${description ? ` ${description}` : ''}`);
    return `${text}func (c *Client) ${this.#name}(${this.#signature(true)}) (*Answer[${this.#answer}], error) {
\treturn call[${this.#answer}](ctx, c, request{${fields.join(', ')}})
}`;
  }

  /** A merge patch is any value: null removes a member, which a struct cannot say. */
  #signature(withBody: boolean): string {
    const { body, method } = this.#operation;
    const type = body && (method === 'PATCH' ? 'any' : this.#types.of(body.type));
    const isPointer = body && !body.isRequired && !/^(any|\[\]|map|\*)/.test(type!);
    return [
      'ctx context.Context',
      ...this.#inPath.map((name) => `${name} string`),
      ...(withBody && type ? [`body ${isPointer ? '*' : ''}${type}`] : []),
      ...(this.#named.length ? [`params *${this.#name}Params`] : []),
    ].join(', ');
  }

  #pages(): string {
    const item = this.#types.of(itemOf(this.#operation.answer)!);
    const params = `${this.#name}Params`;
    const passed = ['ctx', ...this.#inPath, 'params'].join(', ');
    const text = comment(`${this.#name}All reads the items of all pages of ${this.#name}.`);
    return `${text}func (c *Client) ${this.#name}All(${this.#signature(false)}) *Items[${item}] {
\tread := func(params *${params}) (*Answer[[]${item}], error) {
\t\treturn c.${this.#name}(${passed})
\t}
\treturn allItems(params, read, func(params *${params}, cursor string) { params.Cursor = cursor })
}`;
  }
}

const keywords = ['type', 'func', 'range', 'map', 'go'];

function argument(name: string): string {
  const words = snakeCase(name).split('_');
  const text =
    words[0]! +
    words
      .slice(1)
      .map((word) => goName(word))
      .join('');
  return keywords.includes(text) ? `${text}_` : text;
}
