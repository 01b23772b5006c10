-- AlterTable
ALTER TABLE "things" ADD COLUMN     "events" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "occurrence" UUID,
ADD COLUMN     "occurred" TIMESTAMPTZ(3);

-- What has happened to a thing is stored once, however often it is handed over. Most events are changes that the
-- trigger below inserts, and have no entry in this index.
CREATE UNIQUE INDEX "events_occurrence_key" ON "events"("occurrence") WHERE "occurrence" IS NOT NULL;

-- A thing whose events are described otherwise has been updated.
CREATE OR REPLACE FUNCTION "note_thing_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (OLD."developer", OLD."subject", OLD."id", 'thing_deleted');
  ELSE
    IF (COALESCE(NEW."own_title", NEW."title"), NEW."types", NEW."description",
        NEW."properties", NEW."actions", NEW."events", NEW."available")
      IS DISTINCT FROM
      (COALESCE(OLD."own_title", OLD."title"), OLD."types", OLD."description",
        OLD."properties", OLD."actions", OLD."events", OLD."available")
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
