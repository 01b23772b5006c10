-- AlterTable
ALTER TABLE "things" ADD COLUMN     "types" TEXT NOT NULL DEFAULT '[]';

-- A change of the types is an update of the thing, like every other change of its description.
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
      SELECT NEW."developer", NEW."subject", NEW."id", 'property_changed', now_is.key, now_is.value::text
      FROM json_each(NEW."values"::json) AS now_is
      LEFT JOIN json_each(OLD."values"::json) AS was ON was.key = now_is.key
      WHERE now_is.value::text IS DISTINCT FROM was.value::text
        AND NOT COALESCE((NEW."properties"::json -> now_is.key ->> 'writeOnly')::boolean, false);
    END IF;
  END IF;
  RETURN NULL;
END $$;
