-- AlterTable
ALTER TABLE "client_operations" ADD COLUMN     "cause" TEXT;
