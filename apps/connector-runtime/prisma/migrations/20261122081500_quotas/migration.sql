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

CREATE TRIGGER "count_added" AFTER INSERT ON "instances" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_instances');

CREATE TRIGGER "count_removed" AFTER DELETE ON "instances" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_instances');

CREATE TRIGGER "count_added" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_clients');

CREATE TRIGGER "count_removed" AFTER DELETE ON "clients" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_clients');

CREATE TRIGGER "count_added" AFTER INSERT ON "callbacks" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('callbacks');

CREATE TRIGGER "count_removed" AFTER DELETE ON "callbacks" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('callbacks');

-- Interactions count as long as they are under way.
CREATE FUNCTION "count_pending_interactions"() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', sum("change")
    FROM (
      SELECT "developer", 1 AS "change" FROM "after" WHERE "status" IN ('pending', 'running')
      UNION ALL
      SELECT "developer", -1 FROM "before" WHERE "status" IN ('pending', 'running')
    ) AS "changes"
    GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', -count(*) FROM "removed"
    WHERE "status" IN ('pending', 'running') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "count_added" AFTER INSERT ON "interactions" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('pending_interactions');

CREATE TRIGGER "count_changed" AFTER UPDATE ON "interactions"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();

CREATE TRIGGER "count_removed" AFTER DELETE ON "interactions" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();

-- What is there already. The triggers have locked the tables: nothing is created or deleted meanwhile.
INSERT INTO "usage" ("developer", "quota", "used")
SELECT "developer", 'connector_instances', count(*) FROM "instances" GROUP BY "developer"
UNION ALL
SELECT "developer", 'connector_clients', count(*) FROM "clients" GROUP BY "developer"
UNION ALL
SELECT "developer", 'callbacks', count(*) FROM "callbacks" GROUP BY "developer"
UNION ALL
SELECT "developer", 'pending_interactions', count(*) FROM "interactions" WHERE "status" IN ('pending', 'running') GROUP BY "developer";
