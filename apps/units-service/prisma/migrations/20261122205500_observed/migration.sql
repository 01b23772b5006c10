-- AlterTable
ALTER TABLE "things" ADD COLUMN     "observed" TIMESTAMPTZ(3);
