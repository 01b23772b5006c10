ALTER TABLE "things" ADD COLUMN "targets" TEXT, ADD COLUMN "target_until" TIMESTAMPTZ(3);
CREATE INDEX "things_target_until_idx" ON "things"("target_until") WHERE "target_until" IS NOT NULL;

-- The changes of targets are read like those of values.
DROP INDEX "changes_of_resources_idx";
CREATE INDEX "changes_of_resources_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" NOT IN ('property_changed', 'target_changed', 'thing_event');
DROP INDEX "changes_of_values_idx";
CREATE INDEX "changes_of_values_idx" ON "changes"("developer", "xact", "key")
  WHERE "kind" IN ('property_changed', 'target_changed', 'thing_event');
DROP INDEX "changes_of_thing_idx";
CREATE INDEX "changes_of_thing_idx" ON "changes"("resource", "xact", "key")
  WHERE "kind" IN ('property_changed', 'target_changed', 'thing_event');
