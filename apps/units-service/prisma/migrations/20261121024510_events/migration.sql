-- CreateTable
CREATE TABLE "events" (
    "key" BIGSERIAL NOT NULL,
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "thing" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT,
    "value" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "events_developer_xact_key_idx" ON "events"("developer", "xact", "key");

-- CreateIndex
CREATE INDEX "events_thing_xact_key_idx" ON "events"("thing", "xact", "key");

-- CreateIndex
CREATE INDEX "events_created_idx" ON "events"("created");

-- What happens to a thing is noted by whatever statement changes it. JSON stays text (`json`, not
-- `jsonb`), as in the tables: values come back equal to what was sent. Values of write-only properties
-- are nobody's to read.
CREATE FUNCTION "note_thing_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "events" ("developer", "subject", "thing", "kind")
    VALUES (OLD."developer", OLD."subject", OLD."id", 'thing_deleted');
  ELSE
    IF (NEW."title", NEW."description", NEW."properties", NEW."actions", NEW."available")
      IS DISTINCT FROM
      (OLD."title", OLD."description", OLD."properties", OLD."actions", OLD."available")
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

CREATE TRIGGER "note_thing_event" AFTER INSERT OR UPDATE OR DELETE ON "things"
FOR EACH ROW EXECUTE FUNCTION "note_thing_event"();
