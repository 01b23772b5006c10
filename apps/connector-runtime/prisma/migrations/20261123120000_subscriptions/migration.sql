-- CreateTable
CREATE TABLE "subscriptions" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "match" TEXT NOT NULL,
    "url" TEXT,
    "secret" TEXT,
    "cursor" TEXT,
    "stopped" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT,
    "next_attempt" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_id_key" ON "subscriptions"("id");

-- CreateIndex
CREATE INDEX "subscriptions_developer_key_idx" ON "subscriptions"("developer", "key");

CREATE TRIGGER "count_added" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('subscriptions');

CREATE TRIGGER "count_removed" AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('subscriptions');
