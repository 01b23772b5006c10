-- A thing of a connector client that has properties to read and no value of any was shown as available.
UPDATE "things" SET "available" = false, "unknown_reason" = 'no_values'
WHERE "client_id" IS NOT NULL AND "available" AND "values" = '{}' AND EXISTS (
  SELECT FROM json_each("to_readable_json"("properties")) AS property
  WHERE NOT COALESCE((property.value ->> 'writeOnly')::boolean, false)
);
