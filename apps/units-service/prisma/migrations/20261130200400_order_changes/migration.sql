-- The order of the changes of all accounts, in which usage is counted.
CREATE INDEX "changes_order_idx" ON "changes"("xact", "key");

-- Counts the things that apps have created for a subject.
CREATE INDEX "things_of_apps_idx" ON "things"("developer", (COALESCE("subject", ''))) WHERE "client_id" IS NULL;
