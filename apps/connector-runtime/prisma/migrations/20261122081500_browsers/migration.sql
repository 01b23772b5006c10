-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "browser" TEXT;
