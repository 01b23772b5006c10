-- AlterTable
ALTER TABLE "instances" ADD COLUMN     "authorizes" BOOLEAN;
