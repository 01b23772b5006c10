-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "error_facts" TEXT;
