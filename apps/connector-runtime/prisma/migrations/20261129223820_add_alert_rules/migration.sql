-- AlterTable
ALTER TABLE "instances" ADD COLUMN     "client_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "grant_ends" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "alert_rules" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "condition" TEXT NOT NULL,
    "group_seconds" INTEGER NOT NULL,
    "list_first" INTEGER NOT NULL,
    "repeat_minutes" INTEGER,
    "recovery" BOOLEAN NOT NULL,
    "silenced_until" TIMESTAMPTZ(3),
    "emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "webhook" TEXT,
    "secret" TEXT,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "slack" TEXT,
    "notified_at" TIMESTAMPTZ(3),
    "tested_at" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "alert_firings" (
    "key" BIGSERIAL NOT NULL,
    "rule_key" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "fired" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notified" TIMESTAMPTZ(3),
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "alert_firings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "alert_messages" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "rule_key" BIGINT NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT,
    "content" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted" TIMESTAMPTZ(3),

    CONSTRAINT "alert_messages_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "alert_rules_id_key" ON "alert_rules"("id");

-- CreateIndex
CREATE INDEX "alert_rules_developer_key_idx" ON "alert_rules"("developer", "key");

-- CreateIndex
CREATE INDEX "alert_rules_kind_key_idx" ON "alert_rules"("kind", "key");

-- CreateIndex
CREATE UNIQUE INDEX "alert_firings_rule_key_target_key" ON "alert_firings"("rule_key", "target");

-- CreateIndex
CREATE UNIQUE INDEX "alert_messages_id_key" ON "alert_messages"("id");

-- CreateIndex
CREATE INDEX "alert_messages_rule_key_key_idx" ON "alert_messages"("rule_key", "key");

-- CreateIndex
CREATE INDEX "alert_messages_status_key_idx" ON "alert_messages"("status", "key");

-- CreateIndex
CREATE INDEX "alert_messages_created_idx" ON "alert_messages"("created");

-- AddForeignKey
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_rule_key_fkey" FOREIGN KEY ("rule_key") REFERENCES "alert_rules"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_rule_key_fkey" FOREIGN KEY ("rule_key") REFERENCES "alert_rules"("key") ON DELETE CASCADE ON UPDATE CASCADE;
-- By the clock of the database, for all clients whose status changes in a statement. Another code of a failure, of which
-- "error_since" tells, does not change it.
UPDATE "clients" SET "failing_since" = COALESCE("error_since", now()) WHERE "status" = 'ERROR';

CREATE FUNCTION "set_failing_since"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."failing_since" := CASE WHEN NEW."status" = 'ERROR' THEN now() END;
  RETURN NEW;
END $$;

CREATE TRIGGER "set_failing_since" BEFORE UPDATE OF "status" ON "clients"
FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status" AND 'ERROR' IN (OLD."status", NEW."status"))
EXECUTE FUNCTION "set_failing_since"();

CREATE INDEX "clients_failing_idx" ON "clients"("developer", "failing_since") WHERE "failing_since" IS NOT NULL;
CREATE INDEX "clients_failing_of_instance_idx" ON "clients"("instance_key", "failing_since")
WHERE "failing_since" IS NOT NULL;
CREATE INDEX "clients_grant_ends_idx" ON "clients"("developer", "grant_ends") WHERE "grant_ends" IS NOT NULL;

UPDATE "instances" SET "client_count" = counted."count"
FROM (SELECT "instance_key", count(*) FROM "clients" GROUP BY "instance_key") AS counted
WHERE counted."instance_key" = "instances"."key";

CREATE FUNCTION "count_clients_of_instance"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "instances" SET "client_count" = "client_count" + TG_ARGV[0]::int * counted."count"
  FROM (
    SELECT "instance_key", count(*) FROM "changed" GROUP BY "instance_key" ORDER BY "instance_key"
  ) AS counted
  WHERE counted."instance_key" = "instances"."key";
  RETURN NULL;
END $$;

-- After "count_added" and "count_removed", so that the counter of the account is locked first.
CREATE TRIGGER "count_of_instance_added" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_clients_of_instance"('1');

CREATE TRIGGER "count_removed_of_instance" AFTER DELETE ON "clients" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_clients_of_instance"('-1');

CREATE TRIGGER "count_added" AFTER INSERT ON "alert_rules" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('alert_rules');

CREATE TRIGGER "count_removed" AFTER DELETE ON "alert_rules" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('alert_rules');

-- What has to be notified, and what is known to have ended.
CREATE INDEX "alert_firings_untold_idx" ON "alert_firings"("rule_key") WHERE "notified" IS NULL;
CREATE INDEX "alert_firings_ended_idx" ON "alert_firings"("rule_key") WHERE "ended" IS NOT NULL;
CREATE INDEX "alert_rules_repeat_idx" ON "alert_rules"("notified_at") WHERE "repeat_minutes" IS NOT NULL;

-- Receivers with messages that are not accepted.
CREATE INDEX "subscriptions_failing_idx" ON "subscriptions"("developer", "failing_since")
WHERE "failing_since" IS NOT NULL;
