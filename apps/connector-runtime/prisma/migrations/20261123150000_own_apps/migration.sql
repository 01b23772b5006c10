-- AlterTable; the default comes by itself, so that apps which are there have no time.
ALTER TABLE "apps" ADD COLUMN "created" TIMESTAMPTZ(3),
ADD COLUMN "previous_secret_hash" TEXT,
ADD COLUMN "previous_until" TIMESTAMPTZ(3),
ADD COLUMN "rotation" UUID;

ALTER TABLE "apps" ALTER COLUMN "created" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex; there are few apps.
CREATE INDEX "apps_developer_key_idx" ON "apps"("developer", "key");

CREATE TRIGGER "count_added" AFTER INSERT ON "apps" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('apps');

CREATE TRIGGER "count_removed" AFTER DELETE ON "apps" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('apps');

-- Operators move apps between accounts.
CREATE FUNCTION "count_moved_apps"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "usage" ("developer", "quota", "used")
  SELECT "developer", 'apps', sum("change") FROM (
    SELECT "developer", 1 AS "change" FROM "after" UNION ALL SELECT "developer", -1 FROM "before"
  ) "moved" GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
  ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  RETURN NULL;
END $$;

CREATE TRIGGER "count_changed" AFTER UPDATE ON "apps"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_apps"();

-- What is there already. The triggers have locked the table: nothing is registered meanwhile.
INSERT INTO "usage" ("developer", "quota", "used")
SELECT "developer", 'apps', count(*) FROM "apps" GROUP BY "developer";

-- CreateTable
CREATE TABLE "revoked_apps" (
    "developer" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "revoked" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revoked_apps_pkey" PRIMARY KEY ("developer","id")
);

CREATE INDEX "revoked_apps_revoked_idx" ON "revoked_apps"("revoked");
