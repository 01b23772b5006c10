-- CreateTable
CREATE TABLE "interaction_batches" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" TEXT,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "cancelled" TIMESTAMPTZ(3),
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "interaction_batches_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "interaction_batches_id_key" ON "interaction_batches"("id");

-- CreateIndex
CREATE INDEX "interaction_batches_developer_key_idx" ON "interaction_batches"("developer", "key");

-- CreateIndex
CREATE INDEX "interaction_batches_ended_idx" ON "interaction_batches"("ended");

-- AlterTable
ALTER TABLE "interactions" ADD COLUMN "batch_key" BIGINT, ADD COLUMN "group_id" UUID;

-- CreateIndex; the table has the interactions of a day.
CREATE INDEX "interactions_batch_key_key_idx" ON "interactions"("batch_key", "key");

-- CreateIndex
CREATE INDEX "interactions_group_id_status_key_idx" ON "interactions"("group_id", "status", "key");

-- AddForeignKey
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_batch_key_fkey" FOREIGN KEY ("batch_key") REFERENCES "interaction_batches"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits in a batch counts as well, and what is refused from the beginning does not.
CREATE OR REPLACE FUNCTION "count_pending_interactions"() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', count(*) FROM "added"
    WHERE "status" IN ('waiting', 'pending', 'running') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', sum("change")
    FROM (
      SELECT "developer", 1 AS "change" FROM "after" WHERE "status" IN ('waiting', 'pending', 'running')
      UNION ALL
      SELECT "developer", -1 FROM "before" WHERE "status" IN ('waiting', 'pending', 'running')
    ) AS "changes"
    GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', -count(*) FROM "removed"
    WHERE "status" IN ('waiting', 'pending', 'running') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "count_added" AFTER INSERT ON "interactions" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();
