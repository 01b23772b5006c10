ALTER TABLE "things" ADD COLUMN "targets" TEXT, ADD COLUMN "target_until" TIMESTAMPTZ(3);
CREATE INDEX "things_target_until_idx" ON "things"("target_until") WHERE "target_until" IS NOT NULL;
