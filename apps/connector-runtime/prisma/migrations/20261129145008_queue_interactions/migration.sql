ALTER TABLE "interactions" ADD COLUMN "queue_until" TIMESTAMPTZ(3), ADD COLUMN "queued" TIMESTAMPTZ(3);
CREATE INDEX "interactions_thing_key_idx" ON "interactions"("thing", "key");
