-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "paused" BOOLEAN NOT NULL DEFAULT false;
