-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "warnings" TEXT;

-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "handle" TEXT;
