import { type Operation, type Parameter } from './operations.js';
import { snakeCase, type Declaration, type Field, type Type } from './types.js';

const header = '# Made from the OpenAPI document by `npm run generate:client`.\n';

const keywords =
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  );

/** Returns the module `types`: a `TypedDict` for every object. */
export const pythonTypes = (declarations: Iterable<Declaration>): string => `${header}
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

${[...declarations].map(declare).join('\n\n')}
`;

/** Returns the module of the operations: a method for each. */
export const pythonOperations = (operations: readonly Operation[]): string => `${header}
from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence


from . import types as t
from ._answer import Answer, segment


class Operations:
    """The operations of the interface that have JSON, in the order of its documentation."""

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
        has_body: bool = False,
        takes_key: bool = False,
    ) -> Answer[Any]:
        raise NotImplementedError

${operations.map(methodOf).join('\n\n')}
`;

function declare(declaration: Declaration): string {
  const { name, description } = declaration;
  if ('alias' in declaration) {
    return `${name}: TypeAlias = ${JSON.stringify(typeOf(declaration.alias))}`;
  }
  const { fields } = declaration;
  const isClass = fields.every(({ name }) => /^[a-z_]\w*$/i.test(name) && !keywords.includes(name));
  if (!isClass) {
    const members = fields.map(
      (field) => `        ${JSON.stringify(field.name)}: ${JSON.stringify(memberType(field))},`,
    );
    return `${name} = TypedDict(\n    "${name}",\n    {\n${members.join('\n')}\n    },\n)`;
  }
  const lines = fields.map(
    (field) => `    ${field.name}: ${memberType(field)}${comment(field.description)}`,
  );
  const text = documentation(description, '    ');
  return `class ${name}(TypedDict):\n${text}${lines.join('\n') || '    pass'}`;
}

const comment = (text: string | undefined) => (text ? `\n    """${escaped(text)}"""` : '');

const documentation = (text: string | undefined, indent: string) =>
  text ? `${indent}"""${escaped(text)}"""\n\n` : '';

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replace(/\s+/g, ' ').replace(/"$/, '\\"');

const memberType = ({ type, isRequired }: Field) =>
  isRequired ? typeOf(type) : `NotRequired[${typeOf(type)}]`;

const plain = { any: 'Any', string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

function typeOf(type: Type, prefix = ''): string {
  switch (type.kind) {
    case 'null':
      return 'None';
    case 'literals':
      return `Literal[${type.values.map(literal).join(', ')}]`;
    case 'list':
      return `list[${typeOf(type.of, prefix)}]`;
    case 'map':
      return `dict[str, ${typeOf(type.of, prefix)}]`;
    case 'union':
      return type.of.map((one) => typeOf(one, prefix)).join(' | ');
    case 'named':
      return prefix + type.name;
    default:
      return plain[type.kind];
  }
}

const literal = (value: unknown) =>
  value === null
    ? 'None'
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : JSON.stringify(value);

function methodOf(operation: Operation): string {
  const { id, method, path, parameters, body, takesKey } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const named = parameters.filter((one) => one.in !== 'path');
  const bodyType = body && typeOf(body.type, 't.');
  const optionalBody = body && !body.isRequired && ` | None = None`;
  const signature = [
    'self',
    ...inPath.map((one) => `${argument(one)}: str`),
    ...(body ? [`body: ${bodyType}${optionalBody || ''}`] : []),
    ...(named.length ? ['*'] : []),
    ...named
      .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
      .map((one) => parameter(one)),
  ];
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => `{segment(${snakeCase(name)})}`);
  const passed = [
    JSON.stringify(method),
    `${inPath.length ? 'f' : ''}"${target}"`,
    ...mapping('query', named),
    ...mapping('header', named),
    ...(body ? ['body=body', body.isRequired ? 'has_body=True' : 'has_body=body is not None'] : []),
    ...(takesKey ? ['takes_key=True'] : []),
  ];
  const answer = operation.answer ? typeOf(operation.answer, 't.') : 'None';
  return `    def ${snakeCase(id)}(
        ${signature.join(',\n        ')},
    ) -> Answer[${answer}]:
        """${escaped(documentationOf(operation))}"""
        return self.call(
            ${passed.join(',\n            ')},
        )`;
}

const documentationOf = ({ summary, description }: Operation) =>
  description ? `${summary}. ${description}` : `${summary}.`;

function argument({ name }: Parameter): string {
  const text = snakeCase(name);
  return keywords.includes(text) ? `${text}_` : text;
}

function parameter(one: Parameter): string {
  const type = typeOf(one.type, 't.').replace(/^list\[/, 'Sequence[');
  return `${argument(one)}: ${type}${one.isRequired ? '' : ' | None = None'}`;
}

function mapping(location: 'query' | 'header', parameters: readonly Parameter[]): string[] {
  const entries = parameters
    .filter((one) => one.in === location)
    .map((one) => `${JSON.stringify(one.name)}: ${argument(one)}`);
  const name = location === 'query' ? 'query' : 'headers';
  return entries.length ? [`${name}={${entries.join(', ')}}`] : [];
}
