-- The history costs less: the JSON of a thing is read once for each statement and not once for each of its values, and
-- only the values that have changed are looked up. What counts as changed is what "note_thing_times" has just given its
-- time. With FULL JOIN the rows of before and after are hashed, whatever the first statement of a connection, for which
-- the plan is made, has changed. The trigger stays as it is, on or off.
CREATE OR REPLACE FUNCTION "note_thing_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "thing_history" ("thing_key", "second", "since", "number", "ms", "name", "value")
  SELECT past."key", to_timestamp(past.ended / 1000), to_timestamp(past.began / 1000.0),
    CASE WHEN json_typeof(past.had) = 'number' THEN past.had::text::float8 END,
    past.ended % 1000, past.name,
    CASE WHEN json_typeof(past.had) <> 'number' THEN "from_readable_json"(past.had) END
  FROM (
    SELECT pair."key", pair."properties", read.hides, changed.key AS name, changed.value::bigint AS ended,
      (read.times ->> changed.key)::bigint AS began, read."values" -> changed.key AS had
    FROM (
      SELECT "key", was."values", was."value_times", was."developer", now_is."properties",
        now_is."value_times" AS ended,
        floor(extract(epoch FROM CASE
          WHEN now_is."observed" IS DISTINCT FROM was."observed" THEN COALESCE(now_is."observed", now())
          ELSE now() END) * 1000)::bigint::text AS ms
      FROM "was" FULL JOIN "now_is" USING ("key")
      OFFSET 0
    ) AS pair
    CROSS JOIN LATERAL (
      SELECT "to_readable_json"(pair."values") AS "values", pair."value_times"::json AS times,
        strpos(pair."properties", '"writeOnly":true') > 0 AS hides
      OFFSET 0
    ) AS read
    CROSS JOIN LATERAL json_each_text(pair.ended::json) AS changed
    WHERE pair.ended <> pair."value_times" AND changed.value = pair.ms
      AND pair."developer" <> ALL (ARRAY(
        SELECT "developer" FROM "history_pauses" WHERE "until" > now()))
    OFFSET 0
  ) AS past
  WHERE past.ended / 1000 > past.began / 1000
    AND octet_length(past.had::text) <= 1024
    AND NOT (past.hides AND COALESCE(
      ("to_readable_json"(past."properties") -> past.name ->> 'writeOnly')::boolean, false));
  RETURN NULL;
END $$;
