-- Everything that changes in an account, in the order of commits, for days. The table is partitioned by days (UTC), so
-- that old ones are dropped as a whole. What happened to things until now, which was kept for an hour, becomes the
-- partition of today.
SET LOCAL lock_timeout = '10s';
-- In the order in which an import writes them.
LOCK TABLE "subjects", "units", "unit_links", "unit_subjects", "unit_things", "unit_properties", "things"
  IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "events" IN ACCESS EXCLUSIVE MODE;

-- An event of a thing that is handed over again is stored once. A unique index of a partitioned table would need the
-- day as well, which the second time may be another.
CREATE TABLE "occurrences" (
    "id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "occurrences_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "occurrences_created_idx" ON "occurrences"("created");
INSERT INTO "occurrences" ("id", "created")
SELECT "occurrence", "created" FROM "events" WHERE "occurrence" IS NOT NULL;

ALTER SEQUENCE "events_key_seq" OWNED BY NONE;
ALTER SEQUENCE "events_key_seq" RENAME TO "changes_key_seq";

CREATE TABLE "changes" (
    "key" BIGINT NOT NULL DEFAULT nextval('"changes_key_seq"'),
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "resource" UUID,
    "other" UUID,
    "client" UUID,
    "kind" TEXT NOT NULL,
    "name" TEXT,
    "value" TEXT,
    "occurred" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
) PARTITION BY RANGE ("created");
ALTER SEQUENCE "changes_key_seq" OWNED BY "changes"."key";

-- What resources there are changes more rarely than their values: who reads the one does not look at the other.
CREATE INDEX "changes_of_resources_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" NOT IN ('property_changed', 'thing_event');

CREATE INDEX "changes_of_values_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" IN ('property_changed', 'thing_event');

-- For those who follow one thing.
CREATE INDEX "changes_of_thing_idx" ON "changes"("resource", "xact", "key")
  WHERE "kind" IN ('property_changed', 'thing_event');

-- The partition of today. Two of its indexes stay for the release before, while it is being replaced.
ALTER TABLE "events" DROP CONSTRAINT "events_pkey";
DROP INDEX "events_created_idx";
ALTER TABLE "events" DROP COLUMN "occurrence";
ALTER TABLE "events" RENAME COLUMN "thing" TO "resource";
ALTER TABLE "events" ALTER COLUMN "resource" DROP NOT NULL, ADD COLUMN "other" UUID, ADD COLUMN "client" UUID;

-- A day that nobody has made a partition for is kept here meanwhile.
CREATE TABLE "changes_default" PARTITION OF "changes" DEFAULT;

-- From when on the changes are complete, and those of things: the release before recorded no others. `origin` tells the
-- database from one that was restored from a backup.
CREATE TABLE "changes_kept" (
    "singleton" BOOLEAN NOT NULL DEFAULT true CHECK ("singleton"),
    "since" TIMESTAMPTZ(3) NOT NULL,
    "things_since" TIMESTAMPTZ(3) NOT NULL,
    "origin" TEXT NOT NULL,

    CONSTRAINT "changes_kept_pkey" PRIMARY KEY ("singleton")
);

CREATE FUNCTION "changes_origin"() RETURNS text LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || '-' || '"changes"'::regclass::oid;
END $$;

DO $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  partition text := 'changes_' || to_char(today, 'YYYYMMDD');
BEGIN
  EXECUTE format('ALTER TABLE "events" RENAME TO %I', partition);
  EXECUTE format('ALTER TABLE "changes" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
    partition, (today + 1) || ' 00:00:00+00');
  INSERT INTO "changes_kept" ("since", "things_since", "origin")
  VALUES (now(), now() - interval '1 hour', "changes_origin"());
END $$;

-- What the release before reads and writes while it is being replaced; it deletes nothing.
CREATE VIEW "events" AS
SELECT "key", "xact", "developer", "subject", "resource" AS "thing", "kind", "name", "value", "occurred", "created"
FROM "changes" WHERE "kind" IN (
  'thing_created', 'thing_updated', 'thing_deleted', 'property_changed', 'thing_event', 'client_status_changed');
CREATE RULE "keep" AS ON DELETE TO "events" DO INSTEAD NOTHING;

-- In a database that was restored from a backup, positions that were told before may mean something else, and changes
-- may belong to transactions that are still to come. Nothing of before is kept there.
CREATE FUNCTION "forget_foreign_changes"() RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  here text := "changes_origin"();
BEGIN
  IF NOT EXISTS (SELECT FROM "changes_kept" WHERE "origin" <> here) THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of changes', 0));
  UPDATE "changes_kept" SET "origin" = here, "since" = clock_timestamp(), "things_since" = clock_timestamp()
  WHERE "origin" <> here;
  IF FOUND THEN
    TRUNCATE "changes";
  END IF;
  RETURN true;
END $$;

-- What happens to a thing.
CREATE OR REPLACE FUNCTION "note_thing_event"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
      INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name", "value")
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

-- Units, told by statement: `subject` is the owner.
CREATE FUNCTION "note_units"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  SELECT "developer", "owner_subject", "id", TG_ARGV[0] FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_created" AFTER INSERT ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_units"('unit_created');

CREATE TRIGGER "note_updated" AFTER UPDATE ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_units"('unit_updated');

-- The subjects that are linked to a unit are told that they are no more. Its other links go without a word. Before
-- the row is deleted, since its links are gone after that.
CREATE FUNCTION "note_deleted_unit"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name")
  SELECT OLD."developer", "subject", OLD."id", 'unit_unlinked', 'subjects'
  FROM "unit_subjects" WHERE "unit_key" = OLD."key" ORDER BY "key";
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  VALUES (OLD."developer", OLD."owner_subject", OLD."id", 'unit_deleted');
  RETURN OLD;
END $$;

CREATE TRIGGER "note_deleted" BEFORE DELETE ON "units"
FOR EACH ROW EXECUTE FUNCTION "note_deleted_unit"();

-- Where a transaction has created or updated a unit, whoever is told of that reads it with all that the transaction
-- has done to it: no more is told, but to the subjects that it is linked with.
CREATE FUNCTION "is_told"("last_writer" xid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT "last_writer" = pg_current_xact_id()::xid
$$;

-- Properties: one change of each unit for each statement.
CREATE FUNCTION "note_properties"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  SELECT unit."developer", unit."owner_subject", unit."id", 'unit_updated'
  FROM (SELECT DISTINCT "unit_key" FROM "changed") AS listed
  JOIN "units" AS unit ON unit."key" = listed."unit_key"
  WHERE NOT "is_told"(unit.xmin)
  ORDER BY unit."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_added" AFTER INSERT ON "unit_properties" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_properties"();

CREATE TRIGGER "note_updated" AFTER UPDATE ON "unit_properties" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_properties"();

CREATE TRIGGER "note_removed" AFTER DELETE ON "unit_properties" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_properties"();

-- Links. One of which an end is gone as well is not told: that end is.
CREATE FUNCTION "note_parents"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "resource", "other", "kind", "name")
  SELECT child."developer", child."id", parent."id", TG_ARGV[0], 'parents'
  FROM "changed" AS link
  JOIN "units" AS child ON child."key" = link."child_key"
  JOIN "units" AS parent ON parent."key" = link."parent_key"
  WHERE NOT "is_told"(child.xmin)
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_added" AFTER INSERT ON "unit_links" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_parents"('unit_linked');

CREATE TRIGGER "note_removed" AFTER DELETE ON "unit_links" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_parents"('unit_unlinked');

CREATE FUNCTION "note_linked_things"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "resource", "other", "kind", "name")
  SELECT unit."developer", unit."id", thing."id", TG_ARGV[0], 'things'
  FROM "changed" AS link
  JOIN "units" AS unit ON unit."key" = link."unit_key"
  JOIN "things" AS thing ON thing."key" = link."thing_key"
  WHERE NOT "is_told"(unit.xmin)
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_added" AFTER INSERT ON "unit_things" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_linked_things"('unit_linked');

CREATE TRIGGER "note_removed" AFTER DELETE ON "unit_things" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_linked_things"('unit_unlinked');

CREATE FUNCTION "note_linked_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name")
  SELECT unit."developer", link."subject", unit."id", TG_ARGV[0], 'subjects'
  FROM "changed" AS link
  JOIN "units" AS unit ON unit."key" = link."unit_key"
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_added" AFTER INSERT ON "unit_subjects" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_linked_subjects"('unit_linked');

CREATE TRIGGER "note_removed" AFTER DELETE ON "unit_subjects" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_linked_subjects"('unit_unlinked');

CREATE FUNCTION "note_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "kind")
  SELECT "developer", "id", 'subject_created' FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_created" AFTER INSERT ON "subjects" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_subjects"();
