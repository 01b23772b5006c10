-- Text helpers ----------------------------------------------------------------------------------------------------

-- Names and titles are searched by trigrams. Both extensions are trusted: any role that may create objects in the
-- database may create them.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- Statements and indexes find the extensions only in this schema.
DO $$
DECLARE
  moves text := (
    SELECT string_agg(format('ALTER EXTENSION %I SET SCHEMA %I', "extname", current_schema()), '; ')
    FROM "pg_extension"
    WHERE "extname" IN ('pg_trgm', 'btree_gin') AND "extnamespace" <> current_schema()::regnamespace
  );
BEGIN
  IF moves IS NOT NULL THEN
    RAISE EXCEPTION 'Extensions are in another schema. Move them, or use a database of its own: %', moves;
  END IF;
END $$;

-- Folds case and accents, for sorting and searching. The result depends on no setting and no dictionary, so that
-- indexes may store it: normalization (Unicode, Annex 15) and the case of existing characters never change.
CREATE FUNCTION "fold_text"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  -- ASCII alone, which is several times faster.
  WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "C"
  ELSE replace(replace(replace(translate(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "C",
    'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
END COLLATE "C";

-- JSON is stored as text (`json`, not `jsonb`), so that values come back equal to what was sent. PostgreSQL cannot
-- read every JSON text, though: \u0000 and lone surrogates, which RFC 8259 allows, cannot occur in its texts. In
-- readable JSON each \u is written \/u, which is unambiguous because JSON.stringify never escapes slashes. An escaped
-- backslash before it stays as it is.
CREATE FUNCTION "to_readable_json"(source text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(source, '\u') = 0 THEN source
    ELSE regexp_replace(source, '(^|[^\\])((?:\\\\)*)\\u', '\1\2\\/u', 'g') END::json
$$;

CREATE FUNCTION "from_readable_json"(readable json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(readable::text, '\/u') = 0 THEN readable::text
    ELSE regexp_replace(readable::text, '(^|[^\\])((?:\\\\)*)\\/u', '\1\2\\u', 'g') END
$$;

-- Subjects --------------------------------------------------------------------------------------------------------

CREATE TABLE "subjects" (
    "developer" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "subjects_pkey" PRIMARY KEY ("developer", "id")
);
CREATE UNIQUE INDEX "subjects_key_key" ON "subjects"("key");
CREATE INDEX "subjects_developer_key_idx" ON "subjects"("developer", "key");

-- Units -----------------------------------------------------------------------------------------------------------

CREATE TABLE "units" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "owner_subject" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "units_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "units_id_key" ON "units"("id");
CREATE INDEX "units_developer_key_idx" ON "units"("developer", "key");
CREATE INDEX "units_developer_owner_subject_key_idx" ON "units"("developer", "owner_subject", "key");
CREATE INDEX "units_developer_type_key_idx" ON "units"("developer", "type", "key");
CREATE INDEX "units_developer_name_key_idx" ON "units"("developer", "name", "key");
-- Names are cut to fit into an index entry.
CREATE INDEX "units_developer_folded_name_key_idx"
ON "units"("developer", ("left"("fold_text"("name"), 120) COLLATE "C"), "key");
CREATE INDEX "units_search_idx" ON "units" USING gin ("developer", "fold_text"("name") "gin_trgm_ops");

CREATE TABLE "unit_links" (
    "parent_key" BIGINT NOT NULL,
    "child_key" BIGINT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_links_pkey" PRIMARY KEY ("parent_key", "child_key"),
    CONSTRAINT "unit_links_parent_key_fkey" FOREIGN KEY ("parent_key") REFERENCES "units"("key")
      ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "unit_links_child_key_fkey" FOREIGN KEY ("child_key") REFERENCES "units"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "unit_links_child_key_key_idx" ON "unit_links"("child_key", "key");
CREATE INDEX "unit_links_parent_key_key_idx" ON "unit_links"("parent_key", "key");

CREATE TABLE "unit_subjects" (
    "unit_key" BIGINT NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_subjects_pkey" PRIMARY KEY ("unit_key", "subject"),
    CONSTRAINT "unit_subjects_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "unit_subjects_unit_key_key_idx" ON "unit_subjects"("unit_key", "key");
CREATE INDEX "unit_subjects_developer_subject_unit_key_idx" ON "unit_subjects"("developer", "subject", "unit_key");

CREATE TABLE "unit_properties" (
    "unit_key" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_properties_pkey" PRIMARY KEY ("unit_key", "name"),
    CONSTRAINT "unit_properties_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "unit_properties_unit_key_key_idx" ON "unit_properties"("unit_key", "key");

-- Counts the properties of a unit and their bytes, and separately those with one of the names. The function is
-- volatile so that it sees what others have committed before the call, even when the calling statement has waited
-- for a lock.
CREATE FUNCTION "measure_unit"(
  "unit" bigint, "names" text[],
  OUT "properties" bigint, OUT "bytes" bigint, OUT "named" bigint, OUT "named_bytes" bigint
) LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  SELECT count(*), coalesce(sum(listed.size), 0),
    count(*) FILTER (WHERE listed.is_named), coalesce(sum(listed.size) FILTER (WHERE listed.is_named), 0)
  INTO "properties", "bytes", "named", "named_bytes"
  FROM (
    SELECT octet_length(property.name) + octet_length(property.value) AS size,
      property.name = ANY("names") AS is_named
    FROM "unit_properties" AS property WHERE property.unit_key = "unit"
  ) AS listed;
END $$;

-- Roots: the units without parents, so that they are found without reading all others --------------------------------

-- Without a foreign key: removing a link would wait for a concurrent removal of the unit.
CREATE TABLE "unit_roots" (
    "developer" TEXT NOT NULL,
    "unit_key" BIGINT NOT NULL,

    CONSTRAINT "unit_roots_pkey" PRIMARY KEY ("developer", "unit_key")
);

-- A new unit has no parents.
CREATE FUNCTION "insert_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "unit_roots" ("developer", "unit_key") SELECT "developer", "key" FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "insert_roots" AFTER INSERT ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "insert_roots"();

CREATE FUNCTION "delete_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "unit_roots" AS root USING "changed" AS unit
  WHERE root."developer" = unit."developer" AND root."unit_key" = unit."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "delete_roots" AFTER DELETE ON "units" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "delete_roots"();

CREATE FUNCTION "delete_linked_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "unit_roots" AS root USING "changed" AS link, "units" AS child
  WHERE child."key" = link."child_key" AND root."developer" = child."developer" AND root."unit_key" = child."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "delete_linked_roots" AFTER INSERT ON "unit_links" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "delete_linked_roots"();

-- Two transactions that each remove one of the last two links of a unit do not see each other's removal. Both insert
-- the unit first, which makes the later one wait; with a new snapshot it then deletes the unit if it has other parents.
CREATE FUNCTION "insert_unlinked_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "unit_roots" ("developer", "unit_key")
  SELECT DISTINCT child."developer", child."key"
  FROM "changed" AS link JOIN "units" AS child ON child."key" = link."child_key"
  ORDER BY child."developer", child."key"
  ON CONFLICT DO NOTHING;
  DELETE FROM "unit_roots" AS root USING "changed" AS link, "units" AS child
  WHERE child."key" = link."child_key" AND root."developer" = child."developer" AND root."unit_key" = child."key"
    AND EXISTS (SELECT FROM "unit_links" AS other WHERE other."child_key" = child."key");
  RETURN NULL;
END $$;

CREATE TRIGGER "insert_unlinked_roots" AFTER DELETE ON "unit_links" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "insert_unlinked_roots"();

-- Things ----------------------------------------------------------------------------------------------------------

CREATE TABLE "clients" (
    "id" UUID NOT NULL,
    "removed" TIMESTAMPTZ(3),
    "polled" TIMESTAMPTZ(3),
    "error" TEXT,
    "status_since" TIMESTAMPTZ(3),

    CONSTRAINT "clients_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "clients_removed_idx" ON "clients"("removed");

CREATE TABLE "things" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "client_id" UUID,
    "app" TEXT,
    "title" TEXT NOT NULL,
    "own_title" TEXT,
    "types" TEXT NOT NULL DEFAULT '[]',
    "description" TEXT,
    "properties" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "events" TEXT NOT NULL DEFAULT '{}',
    "values" TEXT NOT NULL,
    "value_times" TEXT NOT NULL DEFAULT '{}',
    "available" BOOLEAN NOT NULL,
    "unknown_reason" TEXT,
    "state_since" TIMESTAMPTZ(3),
    "observed" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "things_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "things_id_key" ON "things"("id");
CREATE INDEX "things_developer_key_idx" ON "things"("developer", "key");
CREATE INDEX "things_developer_subject_key_idx" ON "things"("developer", "subject", "key");
CREATE INDEX "things_client_id_key_idx" ON "things"("client_id", "key");
-- Titles are cut to fit into an index entry.
CREATE INDEX "things_developer_folded_title_key_idx"
ON "things"("developer", ("left"("fold_text"(COALESCE("own_title", "title")), 120) COLLATE "C"), "key");
CREATE INDEX "things_search_idx"
ON "things" USING gin ("developer", "fold_text"(COALESCE("own_title", "title")) "gin_trgm_ops");

CREATE TABLE "unit_things" (
    "unit_key" BIGINT NOT NULL,
    "thing_key" BIGINT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_things_pkey" PRIMARY KEY ("unit_key", "thing_key"),
    CONSTRAINT "unit_things_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key")
      ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "unit_things_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "unit_things_unit_key_key_idx" ON "unit_things"("unit_key", "key");
CREATE INDEX "unit_things_thing_key_idx" ON "unit_things"("thing_key");

-- The `@type`s of things, by which things are found. Triggers keep them equal to `things.types`, whichever statement
-- writes it.
CREATE TABLE "thing_types" (
    "thing_key" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "developer" TEXT NOT NULL,

    CONSTRAINT "thing_types_pkey" PRIMARY KEY ("thing_key", "type"),
    CONSTRAINT "thing_types_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "thing_types_developer_type_thing_key_idx" ON "thing_types"("developer", "type", "thing_key");

CREATE FUNCTION "store_thing_types"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "thing_types" WHERE "thing_key" = NEW."key";
  END IF;
  INSERT INTO "thing_types" ("thing_key", "type", "developer")
  SELECT DISTINCT NEW."key", "listed"."type", NEW."developer"
  FROM json_array_elements_text("to_readable_json"(NEW."types")) AS "listed"("type");
  RETURN NULL;
END $$;

CREATE TRIGGER "store_new_types" AFTER INSERT ON "things"
FOR EACH ROW WHEN (NEW."types" <> '[]') EXECUTE FUNCTION "store_thing_types"();

CREATE TRIGGER "store_changed_types" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (NEW."types" <> OLD."types") EXECUTE FUNCTION "store_thing_types"();

-- Stamps values and availability with the time of their change: when the client observed it, or else now. Unchanged
-- values keep their times; removed properties lose theirs.
CREATE FUNCTION "stamp_thing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := CASE
    WHEN NEW."observed" IS DISTINCT FROM OLD."observed" THEN COALESCE(NEW."observed", now()) ELSE now() END;
  ms bigint := floor(extract(epoch FROM at) * 1000);
BEGIN
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

CREATE TRIGGER "stamp_new_thing" BEFORE INSERT ON "things"
FOR EACH ROW EXECUTE FUNCTION "stamp_thing"();

CREATE TRIGGER "stamp_changed_thing" BEFORE UPDATE ON "things"
FOR EACH ROW WHEN (
  (NEW."available", NEW."unknown_reason", NEW."values", NEW."properties")
  IS DISTINCT FROM (OLD."available", OLD."unknown_reason", OLD."values", OLD."properties")
) EXECUTE FUNCTION "stamp_thing"();

-- Changes: everything that changes in an account, in the order of commits --------------------------------------------

CREATE SEQUENCE "changes_key_seq";

-- Partitioned by day (UTC), so that old days are dropped as a whole. The service creates partitions ahead of time.
--
-- `xact` orders changes before `key` does. A transaction gets its id when it first locks or writes something, and may
-- change a thing after a transaction with a later id did. Its change has to come later, too: `xact` is therefore the
-- later of its own id and the latest transaction that had ended when the change was made, which the statement of a
-- trigger sees once it has waited for locks. It is never less than the id of the transaction, so that no change appears
-- before one that was read already.
CREATE TABLE "changes" (
    "key" BIGINT NOT NULL DEFAULT nextval('"changes_key_seq"'),
    "xact" xid8 NOT NULL
      DEFAULT GREATEST(pg_current_xact_id(), ((pg_snapshot_xmax(pg_current_snapshot()))::text::bigint - 1)::text::xid8),
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

-- Resources change more rarely than the values of things: readers of the one do not scan the other.
CREATE INDEX "changes_of_resources_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" NOT IN ('property_changed', 'thing_event');
CREATE INDEX "changes_of_values_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" IN ('property_changed', 'thing_event');
-- For readers that follow one thing.
CREATE INDEX "changes_of_thing_idx" ON "changes"("resource", "xact", "key")
  WHERE "kind" IN ('property_changed', 'thing_event');

-- Takes the changes of a day that has no partition yet.
CREATE TABLE "changes_default" PARTITION OF "changes" DEFAULT;

-- The ids of events and of client changes that were stored lately, so that one that is delivered again is stored once.
-- A unique index on `changes` would have to include the day, which may differ the second time.
CREATE TABLE "occurrences" (
    "id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "occurrences_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "occurrences_created_idx" ON "occurrences"("created");

CREATE FUNCTION "changes_origin"() RETURNS text LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system()) || '-' || '"changes"'::regclass::oid;
END $$;

-- Since when the changes are complete. `origin` tells this database from one that was restored from a backup of it.
CREATE TABLE "changes_retention" (
    "singleton" BOOLEAN NOT NULL DEFAULT true CHECK ("singleton"),
    "since" TIMESTAMPTZ(3) NOT NULL,
    "origin" TEXT NOT NULL,

    CONSTRAINT "changes_retention_pkey" PRIMARY KEY ("singleton")
);
INSERT INTO "changes_retention" ("since", "origin") VALUES (now(), "changes_origin"());

-- In a database that was restored from a backup, cursors that were handed out may mean something else, and changes may
-- belong to transactions that are still to come. All changes from before the restore are deleted.
CREATE FUNCTION "discard_foreign_changes"() RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  here text := "changes_origin"();
BEGIN
  IF NOT EXISTS (SELECT FROM "changes_retention" WHERE "origin" <> here) THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions of changes', 0));
  UPDATE "changes_retention" SET "origin" = here, "since" = clock_timestamp() WHERE "origin" <> here;
  IF FOUND THEN
    TRUNCATE "changes";
  END IF;
  RETURN true;
END $$;

-- Changes of things: triggers record them, whichever statement makes them. Values of write-only properties are not
-- recorded, because nobody may read them. A new title from the connector is not visible under the developer's own title.
CREATE FUNCTION "record_thing_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE TRIGGER "record_changes" AFTER INSERT OR UPDATE OR DELETE ON "things"
FOR EACH ROW EXECUTE FUNCTION "record_thing_changes"();

-- Changes of units, by statement; `subject` is the owner.
CREATE FUNCTION "record_units"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  SELECT "developer", "owner_subject", "id", TG_ARGV[0] FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_created" AFTER INSERT ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_units"('unit_created');

CREATE TRIGGER "record_updated" AFTER UPDATE ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_units"('unit_updated');

-- Runs before the row is deleted, while its links still exist: linked subjects learn that they lost the unit. The other
-- links of a deleted unit are not recorded.
CREATE FUNCTION "record_deleted_unit"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name")
  SELECT OLD."developer", "subject", OLD."id", 'unit_unlinked', 'subjects'
  FROM "unit_subjects" WHERE "unit_key" = OLD."key" ORDER BY "key";
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  VALUES (OLD."developer", OLD."owner_subject", OLD."id", 'unit_deleted');
  RETURN OLD;
END $$;

CREATE TRIGGER "record_deleted" BEFORE DELETE ON "units"
FOR EACH ROW EXECUTE FUNCTION "record_deleted_unit"();

-- Whether this transaction has created or updated the unit. Readers of that change read the unit with all that the
-- transaction did to it, so that nothing more is recorded, except for linked subjects.
CREATE FUNCTION "is_recorded"("last_writer" xid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT "last_writer" = pg_current_xact_id()::xid
$$;

-- Changes of properties: one for each unit and statement.
CREATE FUNCTION "record_properties"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind")
  SELECT unit."developer", unit."owner_subject", unit."id", 'unit_updated'
  FROM (SELECT DISTINCT "unit_key" FROM "changed") AS listed
  JOIN "units" AS unit ON unit."key" = listed."unit_key"
  WHERE NOT "is_recorded"(unit.xmin)
  ORDER BY unit."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_added" AFTER INSERT ON "unit_properties" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_properties"();

CREATE TRIGGER "record_updated" AFTER UPDATE ON "unit_properties" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_properties"();

CREATE TRIGGER "record_removed" AFTER DELETE ON "unit_properties" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_properties"();

-- Changes of links. The removal of a link is not recorded when one of its ends was deleted: that deletion is.
CREATE FUNCTION "record_parents"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "resource", "other", "kind", "name")
  SELECT child."developer", child."id", parent."id", TG_ARGV[0], 'parents'
  FROM "changed" AS link
  JOIN "units" AS child ON child."key" = link."child_key"
  JOIN "units" AS parent ON parent."key" = link."parent_key"
  WHERE NOT "is_recorded"(child.xmin)
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_added" AFTER INSERT ON "unit_links" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_parents"('unit_linked');

CREATE TRIGGER "record_removed" AFTER DELETE ON "unit_links" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_parents"('unit_unlinked');

CREATE FUNCTION "record_linked_things"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "resource", "other", "kind", "name")
  SELECT unit."developer", unit."id", thing."id", TG_ARGV[0], 'things'
  FROM "changed" AS link
  JOIN "units" AS unit ON unit."key" = link."unit_key"
  JOIN "things" AS thing ON thing."key" = link."thing_key"
  WHERE NOT "is_recorded"(unit.xmin)
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_added" AFTER INSERT ON "unit_things" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_linked_things"('unit_linked');

CREATE TRIGGER "record_removed" AFTER DELETE ON "unit_things" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_linked_things"('unit_unlinked');

CREATE FUNCTION "record_linked_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name")
  SELECT unit."developer", link."subject", unit."id", TG_ARGV[0], 'subjects'
  FROM "changed" AS link
  JOIN "units" AS unit ON unit."key" = link."unit_key"
  ORDER BY link."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_added" AFTER INSERT ON "unit_subjects" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_linked_subjects"('unit_linked');

CREATE TRIGGER "record_removed" AFTER DELETE ON "unit_subjects" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_linked_subjects"('unit_unlinked');

CREATE FUNCTION "record_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "changes" ("developer", "subject", "kind")
  SELECT "developer", "id", 'subject_created' FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "record_created" AFTER INSERT ON "subjects" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "record_subjects"();

-- History: the values that properties of things had ------------------------------------------------------------------

-- A row is written when a value ends, with the time for which the thing had it: the value at any instant is in the first
-- row that ended after it, or in `things` if it has not ended. The series named '' are the times for which a thing was
-- not available. A value that begins and ends within the same second is left out, so that a series has at most one row
-- a second. The service creates and drops partitions.
CREATE TABLE "thing_history" (
    "thing_key" BIGINT NOT NULL,
    "second" TIMESTAMPTZ(0) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "number" DOUBLE PRECISION,
    "ms" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT
) PARTITION BY RANGE ("second");
CREATE INDEX "thing_history_thing_key_name_second_idx" ON "thing_history"("thing_key", "name", "second");
CREATE TABLE "thing_history_default" PARTITION OF "thing_history" DEFAULT;

CREATE TABLE "client_outages" (
    "client_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_outages_pkey" PRIMARY KEY ("client_id", "until")
);
CREATE INDEX "client_outages_until_idx" ON "client_outages"("until");

CREATE TABLE "history_pauses" (
    "developer" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_pauses_pkey" PRIMARY KEY ("developer")
);

CREATE TABLE "history_days" (
    "day" DATE NOT NULL,
    "pages" INTEGER NOT NULL,

    CONSTRAINT "history_days_pkey" PRIMARY KEY ("day")
);

-- Runs once a statement, after `stamp_thing` has stamped the changed values. JSON text is stored only of values other
-- than numbers; values of write-only properties and values of more than 1024 bytes are left out.
--
-- The JSON of a thing is parsed once, and only the changed values are looked up: those that got the time of this
-- change. FULL JOIN makes PostgreSQL hash the rows of before and after, whatever the first statement of a connection,
-- for which the plan is made, has changed.
CREATE FUNCTION "record_history"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "record_history" AFTER UPDATE ON "things"
REFERENCING OLD TABLE AS "was" NEW TABLE AS "now_is"
FOR EACH STATEMENT EXECUTE FUNCTION "record_history"();

CREATE FUNCTION "record_outage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "thing_history" ("thing_key", "second", "since", "ms", "name")
  VALUES (OLD."key", date_trunc('second', NEW."state_since"), OLD."state_since",
    extract(milliseconds FROM NEW."state_since")::int % 1000, '');
  RETURN NULL;
END $$;

CREATE TRIGGER "record_outage" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (
  NOT OLD."available" AND date_trunc('second', NEW."state_since") > date_trunc('second', OLD."state_since")
)
EXECUTE FUNCTION "record_outage"();

CREATE FUNCTION "record_client_outage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "client_outages" ("client_id", "since", "until")
  VALUES (OLD."id", OLD."status_since", NEW."status_since")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "record_client_outage" AFTER UPDATE OF "error" ON "clients"
FOR EACH ROW WHEN (
  OLD."error" IS NOT NULL AND NEW."error" IS DISTINCT FROM OLD."error" AND NEW."status_since" > OLD."status_since"
) EXECUTE FUNCTION "record_client_outage"();

-- Quotas ----------------------------------------------------------------------------------------------------------

-- Every call batch that creates or deletes something updates a row; with so much free space, the new version of the
-- row stays on its page.
CREATE TABLE "usage" (
    "developer" TEXT NOT NULL,
    "quota" TEXT NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "usage_pkey" PRIMARY KEY ("developer", "quota")
) WITH (fillfactor = 20);

-- Counts once a statement and developer, and locks the counters in one order. A statement that creates or deletes
-- nothing changes no counter.
CREATE FUNCTION "count_usage"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", TG_ARGV[0], count(*) FROM "added" GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", TG_ARGV[0], -count(*) FROM "removed" GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "count_added" AFTER INSERT ON "units" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('units');

CREATE TRIGGER "count_removed" AFTER DELETE ON "units" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('units');

CREATE TRIGGER "count_added" AFTER INSERT ON "things" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('things');

CREATE TRIGGER "count_removed" AFTER DELETE ON "things" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('things');

-- Requests with an idempotency key ----------------------------------------------------------------------------------

CREATE TABLE "requests" (
    "developer" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "fingerprints" TEXT[],
    "seed" UUID NOT NULL,
    "attempt" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("developer", "scope")
);
CREATE INDEX "requests_created_idx" ON "requests"("created");

-- Audit log -------------------------------------------------------------------------------------------------------

CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "subject" TEXT,
    "operation" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_ids" TEXT[],
    "status" SMALLINT,
    "problem" TEXT,
    "succeeded" INTEGER,
    "failed" INTEGER,
    "request_id" TEXT,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entries_developer_id_idx" ON "audit_entries"("developer", "id");

-- An entry never changes until it is deleted.
CREATE FUNCTION "refuse_audit_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of the audit log cannot be changed';
END $$;

CREATE TRIGGER "audit_entries_update" BEFORE UPDATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_update"();
