-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "isolation" TEXT;
