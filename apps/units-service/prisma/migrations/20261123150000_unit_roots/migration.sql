-- The units without parents, so that they are found without looking at all others.
SET LOCAL lock_timeout = '10s';
LOCK TABLE "units", "unit_links" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "unit_roots" (
    "developer" TEXT NOT NULL,
    "unit_key" BIGINT NOT NULL,

    CONSTRAINT "unit_roots_pkey" PRIMARY KEY ("developer","unit_key")
);

-- A unit is created without parents.
CREATE FUNCTION "note_created_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "unit_roots" ("developer", "unit_key") SELECT "developer", "key" FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_created_roots" AFTER INSERT ON "units" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_created_roots"();

CREATE FUNCTION "note_deleted_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "unit_roots" AS root USING "changed" AS unit
  WHERE root."developer" = unit."developer" AND root."unit_key" = unit."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_deleted_roots" AFTER DELETE ON "units" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_roots"();

CREATE FUNCTION "note_linked_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "unit_roots" AS root USING "changed" AS link, "units" AS child
  WHERE child."key" = link."child_key" AND root."developer" = child."developer" AND root."unit_key" = child."key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_linked_roots" AFTER INSERT ON "unit_links" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_linked_roots"();

-- Two transactions that each remove one of the last links of a unit do not see each other's. Both insert the unit, so
-- that the later one waits here; only then, with a new snapshot, it is looked whether the unit has other parents.
CREATE FUNCTION "note_unlinked_roots"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE TRIGGER "note_unlinked_roots" AFTER DELETE ON "unit_links" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_unlinked_roots"();

-- Those that are there already.
INSERT INTO "unit_roots" ("developer", "unit_key")
SELECT unit."developer", unit."key" FROM "units" AS unit
WHERE NOT EXISTS (SELECT FROM "unit_links" AS link WHERE link."child_key" = unit."key")
ORDER BY unit."developer", unit."key";
