-- Interactions that wait for their devices count until they have ended, like all others.
CREATE OR REPLACE FUNCTION "count_pending_interactions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', count(*) FROM "added"
    WHERE "status" IN ('waiting', 'pending', 'running', 'queued') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', sum("change")
    FROM (
      SELECT "developer", 1 AS "change" FROM "after" WHERE "status" IN ('waiting', 'pending', 'running', 'queued')
      UNION ALL
      SELECT "developer", -1 FROM "before" WHERE "status" IN ('waiting', 'pending', 'running', 'queued')
    ) AS "changes"
    GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', -count(*) FROM "removed"
    WHERE "status" IN ('waiting', 'pending', 'running', 'queued') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

INSERT INTO "usage" ("developer", "quota", "used")
SELECT "developer", 'pending_interactions', count(*) FROM "interactions"
WHERE "status" = 'queued' GROUP BY "developer" ORDER BY "developer"
ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
