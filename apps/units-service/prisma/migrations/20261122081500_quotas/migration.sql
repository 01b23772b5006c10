-- CreateTable
CREATE TABLE "usage" (
    "developer" TEXT NOT NULL,
    "quota" TEXT NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "usage_pkey" PRIMARY KEY ("developer","quota")
);

-- Every set that creates or deletes something changes a row, which then stays on its page.
ALTER TABLE "usage" SET (fillfactor = 20);

-- The counters are kept by whatever statement creates or deletes what they count, once per statement and
-- developer, and locked in one order. A statement that creates nothing new changes no counter.
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

-- The properties of a unit: how many there are and how many bytes they have, and how many of them have
-- one of the names, with their bytes. Being volatile, it sees what others have committed until it is
-- called, also when the statement that calls it has waited for a lock.
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

-- What is there already. The triggers have locked the tables: nothing is created or deleted meanwhile.
INSERT INTO "usage" ("developer", "quota", "used")
SELECT "developer", 'units', count(*) FROM "units" GROUP BY "developer"
UNION ALL
SELECT "developer", 'things', count(*) FROM "things" GROUP BY "developer";
