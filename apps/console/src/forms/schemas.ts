import type { RJSFSchema, UiSchema } from '@rjsf/utils';

export type JsonSchema = Record<string, unknown>;

/** How the members of a schema are shown, as far as their type does not say it. */
export function uiSchemaOf(schema: JsonSchema): UiSchema {
  const ui: UiSchema = {};
  if (schema.contentMediaType === 'application/x-pem-file') ui['ui:widget'] = 'textarea';
  const examples = schema.examples as unknown[] | undefined;
  if (examples?.length) ui['ui:placeholder'] = String(examples[0]);
  for (const [name, member] of Object.entries(
    (schema.properties ?? {}) as Record<string, JsonSchema>,
  )) {
    const inner = uiSchemaOf(member);
    if (Object.keys(inner).length > 0) ui[name] = inner;
  }
  return ui;
}

/** The same members, of which none is required and none has a default: what is left empty stays as it is. */
export function patchSchemaOf(schema: JsonSchema): JsonSchema {
  const { required: _required, default: _default, properties, ...others } = schema;
  if (!properties) return others;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    ...others,
    properties: Object.fromEntries(members.map(([name, member]) => [name, patchSchemaOf(member)])),
  };
}

/** A schema as forms take it: without the examples, which are placeholders, and the dialect. */
export function formSchemaOf(schema: JsonSchema): RJSFSchema {
  const { $schema: _dialect, examples: _examples, properties, ...others } = schema;
  if (!properties) return others;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    ...others,
    properties: Object.fromEntries(members.map(([name, member]) => [name, formSchemaOf(member)])),
  };
}

/** Whether there is anything to fill in. */
export const hasMembers = (schema: JsonSchema): boolean =>
  Object.keys((schema.properties ?? {}) as object).length > 0;
