-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "has_values" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "problem" TEXT;
