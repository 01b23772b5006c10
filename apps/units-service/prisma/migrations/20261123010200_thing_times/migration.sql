-- When values and the availability of a thing have changed is noted by whatever statement changes them: when the
-- client observed that, or else now. What has not changed keeps its time, and what has none was stored before
-- times were; properties that are gone lose theirs.
CREATE FUNCTION "note_thing_times"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := CASE
    WHEN NEW."observed" IS DISTINCT FROM OLD."observed" THEN COALESCE(NEW."observed", now()) ELSE now() END;
  ms bigint := floor(extract(epoch FROM at) * 1000);
BEGIN
  -- The release before does not know the reason.
  IF NEW."available" THEN
    NEW."unknown_reason" := NULL;
  END IF;
  IF (NEW."available", NEW."unknown_reason") IS DISTINCT FROM (OLD."available", OLD."unknown_reason") THEN
    NEW."state_since" := at;
  END IF;
  IF NEW."values" IS DISTINCT FROM OLD."values" THEN
    NEW."value_times" := (
      SELECT COALESCE(json_object_agg(timed.name, timed.ms), '{}')::text
      FROM (
        SELECT key AS name,
          CASE WHEN now_is.value::text IS DISTINCT FROM was.value::text THEN ms
            ELSE known.value::bigint END AS ms
        FROM json_each("to_readable_json"(NEW."values")) AS now_is
        FULL JOIN json_each("to_readable_json"(OLD."values")) AS was USING (key)
        FULL JOIN json_each_text(OLD."value_times"::json) AS known USING (key)
      ) AS timed
      WHERE timed.ms IS NOT NULL
    );
  END IF;
  IF NEW."properties" IS DISTINCT FROM OLD."properties" AND NEW."value_times" <> '{}' THEN
    NEW."value_times" := (
      SELECT COALESCE(json_object_agg(known.key, known.value), '{}')::text
      FROM json_each(NEW."value_times"::json) AS known
      JOIN json_each("to_readable_json"(NEW."properties")) AS property ON property.key = known.key
    );
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "note_first_thing_times" BEFORE INSERT ON "things"
FOR EACH ROW EXECUTE FUNCTION "note_thing_times"();

CREATE TRIGGER "note_thing_times" BEFORE UPDATE ON "things"
FOR EACH ROW WHEN (
  (NEW."available", NEW."unknown_reason", NEW."values", NEW."properties")
  IS DISTINCT FROM (OLD."available", OLD."unknown_reason", OLD."values", OLD."properties")
) EXECUTE FUNCTION "note_thing_times"();
