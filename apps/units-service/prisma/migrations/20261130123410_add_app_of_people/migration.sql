-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "app" TEXT;
