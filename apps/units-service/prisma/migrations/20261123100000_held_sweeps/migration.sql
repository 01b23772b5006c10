-- AlterTable
ALTER TABLE "things" ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false;
