-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "poll_place" TEXT;
