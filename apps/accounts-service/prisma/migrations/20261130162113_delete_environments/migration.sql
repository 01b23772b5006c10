-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "deleted" TIMESTAMPTZ(3),
ADD COLUMN     "erases" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "environments" ADD COLUMN     "deleted" TIMESTAMPTZ(3),
ADD COLUMN     "erases" TIMESTAMPTZ(3),
ADD COLUMN     "erasure" UUID,
ADD COLUMN     "scheduled" BOOLEAN NOT NULL DEFAULT false;
