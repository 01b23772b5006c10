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

-- What is there already. The triggers have locked the table: nothing is registered meanwhile.
INSERT INTO "usage" ("developer", "quota", "used")
SELECT "developer", 'apps', count(*) FROM "apps" GROUP BY "developer";
