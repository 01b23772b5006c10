-- PostgreSQL cannot read every JSON text: \u0000 and lone surrogates, which RFC 8259 allows, have no
-- place in its texts. In readable JSON each \u is \/u, which nothing else is: JSON.stringify leaves
-- slashes as they are. A backslash before it that is escaped itself belongs to neither.
CREATE FUNCTION "to_readable_json"(source text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(source, '\u') = 0 THEN source
    ELSE regexp_replace(source, '(^|[^\\])((?:\\\\)*)\\u', '\1\2\\/u', 'g') END::json
$$;

CREATE FUNCTION "from_readable_json"(readable json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(readable::text, '\/u') = 0 THEN readable::text
    ELSE regexp_replace(readable::text, '(^|[^\\])((?:\\\\)*)\\/u', '\1\2\\u', 'g') END
$$;

-- A write of a thing with such a value failed, and so did each one after it.
CREATE OR REPLACE FUNCTION "note_thing_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (OLD."developer", OLD."subject", OLD."id", 'thing_deleted');
  ELSE
    IF (NEW."title", NEW."types", NEW."description", NEW."properties", NEW."actions", NEW."available")
      IS DISTINCT FROM
      (OLD."title", OLD."types", OLD."description", OLD."properties", OLD."actions", OLD."available")
    THEN
      INSERT INTO "events" ("developer", "subject", "thing", "kind", "value")
      VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_updated', NEW."available"::text);
    END IF;
    IF NEW."values" <> OLD."values" THEN
      INSERT INTO "events" ("developer", "subject", "thing", "kind", "name", "value")
      SELECT NEW."developer", NEW."subject", NEW."id", 'property_changed', now_is.key,
        "from_readable_json"(now_is.value)
      FROM json_each("to_readable_json"(NEW."values")) AS now_is
      LEFT JOIN json_each("to_readable_json"(OLD."values")) AS was ON was.key = now_is.key
      WHERE "from_readable_json"(now_is.value) IS DISTINCT FROM "from_readable_json"(was.value)
        AND NOT COALESCE(
          ("to_readable_json"(NEW."properties") -> now_is.key ->> 'writeOnly')::boolean, false);
    END IF;
  END IF;
  RETURN NULL;
END $$;
