-- AlterTable
ALTER TABLE "apps" ADD COLUMN "last_used" TIMESTAMPTZ(3);
