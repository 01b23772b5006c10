-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "pause_reason" TEXT,
ADD COLUMN     "paused_since" TIMESTAMPTZ(3),
ADD COLUMN     "resuming" BOOLEAN NOT NULL DEFAULT false;
