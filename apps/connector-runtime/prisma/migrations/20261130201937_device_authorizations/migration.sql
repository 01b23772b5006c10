-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "interval_ms" INTEGER,
ADD COLUMN     "next_request" TIMESTAMPTZ(3),
ADD COLUMN     "outcome" TEXT;

-- CreateIndex
CREATE INDEX "authorizations_next_request_idx" ON "authorizations"("next_request");
