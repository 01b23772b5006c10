-- AlterTable
ALTER TABLE "redeliveries" ADD COLUMN     "batch" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "complete" BOOLEAN NOT NULL DEFAULT false;
