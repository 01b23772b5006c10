import type { RJSFSchema, UiSchema } from '@rjsf/utils';

export type JsonSchema = Record<string, unknown>;

/** How the members of a schema are shown, as far as their type does not say it. */
export function uiSchemaOf(schema: JsonSchema): UiSchema {
  const ui: UiSchema = {};
  // What can have one value alone is not asked for.
  if (schema.const !== undefined) ui['ui:widget'] = 'hidden';
  if (schema.contentMediaType === 'application/x-pem-file') ui['ui:widget'] = 'textarea';
  const examples = schema.examples as unknown[] | undefined;
  if (examples?.length) ui['ui:placeholder'] = String(examples[0]);
  for (const [name, member] of Object.entries(
    (schema.properties ?? {}) as Record<string, JsonSchema>,
  )) {
    const inner = uiSchemaOf(member);
    if (Object.keys(inner).length > 0) ui[name] = inner;
  }
  const alternatives = schema.oneOf as JsonSchema[] | undefined;
  if (alternatives) ui.oneOf = alternatives.map(uiSchemaOf);
  return ui;
}

/** The same members, of which none is required and none has a default: the server knows what is stored. */
export function patchSchemaOf(schema: JsonSchema): JsonSchema {
  const { required: _required, default: _default, properties, oneOf, ...others } = schema;
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  return {
    ...others,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        members.map(([name, member]) => [name, patchSchemaOf(member)]),
      ),
    }),
    ...(Array.isArray(oneOf) && { oneOf: (oneOf as JsonSchema[]).map(withOptionalSecrets) }),
  };
}

/** An alternative, told from the others by the members that it requires. */
function withOptionalSecrets(schema: JsonSchema): JsonSchema {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  return { ...schema, required: required.filter((name) => !properties[name]?.writeOnly) };
}

/** A schema as forms take it: without the examples, which are placeholders, and with names for alternatives. */
export function formSchemaOf(schema: JsonSchema): RJSFSchema {
  const { $schema: _dialect, examples: _examples, properties, oneOf, ...others } = schema;
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  return {
    ...others,
    ...(properties !== undefined && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, formSchemaOf(member)])),
    }),
    ...(Array.isArray(oneOf) && {
      oneOf: (oneOf as JsonSchema[]).map((one) => ({ title: nameOf(one), ...formSchemaOf(one) })),
    }),
  };
}

/** The name of an alternative: the values of the member that tells it from others, or its type. */
function nameOf({ properties, type, const: value }: JsonSchema): string {
  for (const member of Object.values((properties ?? {}) as Record<string, JsonSchema>)) {
    const values = member.const !== undefined ? [member.const] : (member.enum as unknown[]);
    if (values) return values.join(' or ');
  }
  return String(value ?? type ?? 'other');
}

/** Whether there is anything to fill in. */
export const hasMembers = (schema: JsonSchema): boolean =>
  Object.keys((schema.properties ?? {}) as object).length > 0;
