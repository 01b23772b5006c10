import { parseTemplate } from 'url-template';

/** A value in a template: a parameter of the client, or something from a response. */
export type Variable = string | number | boolean;
export type Variables = Readonly<Record<string, Variable>>;

const inText = /\{([A-Za-z_]\w*)\}/g;
const inUri = /\{[+#./;?&]?([^{}]+)\}/g;
const wholeText = /^\{([A-Za-z_]\w*)\}$/;

/** Returns whether a value is only a variable, such as `{api_key}`. */
export const isReference = (value: unknown): boolean =>
  typeof value === 'string' && wholeText.test(value);

/** Returns the names of the variables in a text such as `Station {station}`. */
export const namesInText = (template: string): string[] =>
  [...template.matchAll(inText)].map(([, name]) => name!);

/** Fills in the variables of a text; undefined when one of them is not known. */
export function fillText(template: string, variables: Variables): string | undefined {
  const isKnown = namesInText(template).every((name) => Object.hasOwn(variables, name));
  return isKnown
    ? template.replaceAll(inText, (_, name: string) => String(variables[name]))
    : undefined;
}

/** Fills in the variables of texts by name; one with an unknown variable is empty. */
export const filledTexts = (
  texts: Record<string, string>,
  variables: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      fillText(text, variables as Variables) ?? '',
    ]),
  );

/** Returns the names of the variables in a URI template (RFC 6570). */
export const namesInUri = (template: string): string[] =>
  [...template.matchAll(inUri)].flatMap(([, list]) =>
    list!.split(',').map((one) => one.replace(/(\*|:\d+)$/, '')),
  );

/** Returns whether a text is a URI template whose expressions name variables. */
export const isUriTemplate = (template: string): boolean =>
  !/[{}]/.test(template.replaceAll(inUri, '')) &&
  namesInUri(template).every((name) => /^[A-Za-z_]\w*$/.test(name));

/** Expands a URI template without unknown variables; undefined when one leads out of its path by `..`. */
export function expandUri(template: string, variables: Variables): string | undefined {
  // Without a prototype, whose members would be variables as well.
  const context = Object.assign(Object.create(null), wellFormed(variables)) as Variables;
  const expanded = parseTemplate(template).expand(context);
  const [path] = expanded.split(/[?#]/, 1);
  return /(^|[/\\])(\.|%2e){1,2}($|[/\\])/i.test(path!) ? undefined : expanded;
}

/** Replaces lone surrogates, which cannot be encoded. */
const wellFormed = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  );

/** Returns the names of the variables in a JSON body: texts that are only `{name}`. */
export function namesInBody(body: unknown): string[] {
  if (typeof body === 'string') return [wholeText.exec(body)?.[1] ?? []].flat();
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap(namesInBody);
}

/** Fills in the variables of a body, which keep their types; leaves out members whose variable is undefined. */
export function fillBody(body: unknown, variables: Readonly<Record<string, unknown>>): unknown {
  if (typeof body === 'string') {
    const name = wholeText.exec(body)?.[1];
    return name !== undefined && Object.hasOwn(variables, name) ? variables[name] : body;
  }
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((one) => fillBody(one, variables));
  const members = Object.entries(body).map(([name, one]) => [name, fillBody(one, variables)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
