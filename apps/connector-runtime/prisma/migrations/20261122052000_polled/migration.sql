-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "polled" TIMESTAMPTZ(3);
