-- AlterTable
ALTER TABLE "interactions" ADD COLUMN     "transition_ms" INTEGER;
