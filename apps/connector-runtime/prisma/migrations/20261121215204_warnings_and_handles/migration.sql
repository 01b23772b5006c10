-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "warnings" TEXT;

-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "handle" TEXT;

-- Rooms name their devices differently from now on; the next poll stores them again.
UPDATE "clients" SET "places" = NULL;
