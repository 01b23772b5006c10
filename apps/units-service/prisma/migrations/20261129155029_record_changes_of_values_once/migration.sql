-- Reads the properties once for all changed values, and only if some can only be written, instead of once for each value
-- of the thing.
CREATE OR REPLACE FUNCTION "record_thing_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  described jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", NEW."client_id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind")
    VALUES (OLD."developer", OLD."subject", OLD."id", OLD."client_id", 'thing_deleted');
  ELSE
    IF (COALESCE(NEW."own_title", NEW."title"), NEW."types", NEW."description",
        NEW."properties", NEW."actions", NEW."events", NEW."available")
      IS DISTINCT FROM
      (COALESCE(OLD."own_title", OLD."title"), OLD."types", OLD."description",
        OLD."properties", OLD."actions", OLD."events", OLD."available")
    THEN
      INSERT INTO "changes" ("developer", "subject", "resource", "kind", "value")
      VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_updated', NEW."available"::text);
    END IF;
    IF NEW."values" <> OLD."values" THEN
      IF strpos(NEW."properties", '"writeOnly":true') > 0 THEN
        described := "to_readable_json"(NEW."properties")::jsonb;
      END IF;
      INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name", "value")
      SELECT NEW."developer", NEW."subject", NEW."id", 'property_changed', now_is.key,
        "from_readable_json"(now_is.value)
      FROM json_each("to_readable_json"(NEW."values")) AS now_is
      LEFT JOIN json_each("to_readable_json"(OLD."values")) AS was ON was.key = now_is.key
      WHERE now_is.value::text IS DISTINCT FROM was.value::text
        AND NOT COALESCE((described -> now_is.key ->> 'writeOnly')::boolean, false);
    END IF;
  END IF;
  RETURN NULL;
END $$;
