-- AlterTable
ALTER TABLE "interactions" ADD COLUMN     "requester" JSONB;

-- AlterTable
ALTER TABLE "interaction_batches" ADD COLUMN     "requester" JSONB;
