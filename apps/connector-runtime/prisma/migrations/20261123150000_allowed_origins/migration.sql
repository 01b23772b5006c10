-- AlterTable
ALTER TABLE "apps" ADD COLUMN "allowed_origins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- CreateIndex; operators register apps one by one, so that there are few.
CREATE INDEX "apps_allowed_origins_idx" ON "apps" USING GIN ("allowed_origins");
