-- CreateTable
CREATE TABLE "connector_activity" (
    "developer" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "begins" TIMESTAMPTZ(3) NOT NULL,
    "polls" INTEGER NOT NULL,
    "failed_polls" INTEGER NOT NULL,
    "late_polls" INTEGER NOT NULL,
    "max_lateness_ms" INTEGER NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "max_duration_ms" INTEGER NOT NULL,

    CONSTRAINT "connector_activity_pkey" PRIMARY KEY ("developer","connector_type","begins")
);

-- CreateIndex
CREATE INDEX "connector_activity_begins_idx" ON "connector_activity"("begins");
