/**
 * Returns the condition that a row has attributes, in the form of the index on them: `developer` and `attributes`, a JSON
 * text, are parameters or columns.
 */
export const hasAttributesSql = (row: string, developer: string, attributes: string): string => `(
  jsonb_set('{}', ARRAY[${row}.developer], ${row}.attributes)
    @> jsonb_build_object(${developer}::text, ${attributes}::jsonb)
  AND ${row}.attributes IS NOT NULL AND ${row}.developer = ${developer})`;
