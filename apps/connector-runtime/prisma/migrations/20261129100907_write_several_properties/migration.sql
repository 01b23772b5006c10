-- AlterTable
ALTER TABLE "interactions" ALTER COLUMN "name" DROP NOT NULL;

-- AlterTable
ALTER TABLE "interaction_batches" ALTER COLUMN "name" DROP NOT NULL;
