-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "requires_two_factor" BOOLEAN NOT NULL DEFAULT false;
