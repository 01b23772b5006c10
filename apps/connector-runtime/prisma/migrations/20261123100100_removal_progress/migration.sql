-- AlterTable
ALTER TABLE "removals" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "error_code" TEXT,
ADD COLUMN     "error_detail" TEXT,
ADD COLUMN     "failed" TIMESTAMPTZ(3),
ADD COLUMN     "forced" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "request" UUID,
ADD COLUMN     "things_removed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "removed_clients" (
    "id" UUID NOT NULL,
    "request" UUID,
    "given_up" TEXT NOT NULL,
    "removed" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_clients_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "removed_clients_removed_idx" ON "removed_clients"("removed");
