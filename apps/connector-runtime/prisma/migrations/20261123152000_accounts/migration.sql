-- AlterTable
ALTER TABLE "clients" ADD COLUMN "account" TEXT;

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN "accepts_other_account" BOOLEAN NOT NULL DEFAULT false;
