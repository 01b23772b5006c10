-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "polled" TIMESTAMPTZ(3);
