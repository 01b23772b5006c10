-- Things that are away, the longest first, for alert rules.
CREATE INDEX "things_away_idx" ON "things"("developer", "state_since") WHERE NOT "available";

-- The batteries of things, for alert rules, so that these need not read the values of all things. A trigger keeps a row
-- for each thing with a battery; it is only written when what it says changes.
CREATE TABLE "thing_batteries" (
    "thing_key" BIGINT NOT NULL,
    "developer" TEXT NOT NULL,
    "level" DOUBLE PRECISION NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thing_batteries_pkey" PRIMARY KEY ("thing_key"),
    CONSTRAINT "thing_batteries_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "thing_batteries_developer_level_idx" ON "thing_batteries"("developer", "level");

-- The lowest level of the batteries among the values of a thing. One that only says that it is low has the level -1, so
-- that it is below every threshold. Null if nothing is known of a battery.
CREATE FUNCTION "lowest_battery"("values" text) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT min(CASE
    WHEN "listed".key ~ '^battery_low' THEN CASE WHEN "listed".value::text = 'true' THEN -1 END
    WHEN json_typeof("listed".value) = 'number' THEN least(greatest("listed".value::text::double precision, 0), 100)
  END)
  FROM json_each("to_readable_json"("values")) AS "listed"
  WHERE "listed".key ~ '^battery(_low)?(_[0-9]+)?$' AND length("listed".value::text) <= 20
$$;

CREATE FUNCTION "store_battery"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  lowest double precision := "lowest_battery"(NEW."values");
BEGIN
  IF lowest IS NULL THEN
    DELETE FROM "thing_batteries" WHERE "thing_key" = NEW."key";
  ELSE
    INSERT INTO "thing_batteries" ("thing_key", "developer", "level") VALUES (NEW."key", NEW."developer", lowest)
    ON CONFLICT ("thing_key") DO UPDATE SET "level" = excluded."level", "since" = now()
    WHERE "thing_batteries"."level" <> excluded."level";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "store_new_battery" AFTER INSERT ON "things"
FOR EACH ROW WHEN (strpos(NEW."values", '"battery') > 0) EXECUTE FUNCTION "store_battery"();

CREATE TRIGGER "store_changed_battery" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (NEW."values" <> OLD."values"
  AND (strpos(NEW."values", '"battery') > 0 OR strpos(OLD."values", '"battery') > 0))
EXECUTE FUNCTION "store_battery"();

INSERT INTO "thing_batteries" ("thing_key", "developer", "level")
SELECT "key", "developer", "lowest_battery"("values") FROM "things"
WHERE strpos("values", '"battery') > 0 AND "lowest_battery"("values") IS NOT NULL;

-- When things were last heard, even with an unchanged value: at most one write for a thing and minute. Things that never
-- were have no row.
CREATE TABLE "seen_things" (
    "thing" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "seen" TIMESTAMPTZ(3) NOT NULL,
    -- JSON: when each value was last heard, by name (milliseconds since the epoch).
    "times" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "seen_things_pkey" PRIMARY KEY ("thing"),
    CONSTRAINT "seen_things_thing_fkey" FOREIGN KEY ("thing") REFERENCES "things"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX "seen_things_developer_seen_idx" ON "seen_things"("developer", "seen");

-- Whether the devices of a client answer its polls themselves, so that a poll is a sign of life.
ALTER TABLE "clients" ADD COLUMN "devices_answer" BOOLEAN NOT NULL DEFAULT false;
-- Known of those that have ever failed.
ALTER TABLE "clients" ADD COLUMN "developer" TEXT;
UPDATE "clients" SET "developer" = (SELECT "developer" FROM "things" WHERE "client_id" = "clients"."id" LIMIT 1)
WHERE "error" IS NOT NULL;
CREATE INDEX "clients_silent_idx" ON "clients"("developer", "status_since")
WHERE "devices_answer" AND "error" IS NOT NULL;
