-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "protocol" SMALLINT;
