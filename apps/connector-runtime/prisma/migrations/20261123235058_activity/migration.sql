-- CreateTable
CREATE TABLE "activity" (
    "developer" TEXT NOT NULL,
    "begins" TIMESTAMPTZ(3) NOT NULL,
    "polls" INTEGER NOT NULL,
    "failed_polls" INTEGER NOT NULL,
    "late_polls" INTEGER NOT NULL,
    "max_lateness_ms" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("developer","begins")
);

-- CreateIndex
CREATE INDEX "activity_begins_idx" ON "activity"("begins");

-- Each process changes the row of an account every few seconds, which then stays on its page.
ALTER TABLE "activity" SET (fillfactor = 50);

-- To count those that are paused beside the others, which takes the index by status alone.
CREATE INDEX "clients_paused_idx" ON "clients"("developer", "status") WHERE "paused_since" IS NOT NULL;
