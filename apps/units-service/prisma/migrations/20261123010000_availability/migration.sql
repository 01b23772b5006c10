-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "error" TEXT,
ADD COLUMN     "status_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "things" ADD COLUMN     "state_since" TIMESTAMPTZ(3),
ADD COLUMN     "unknown_reason" TEXT,
ADD COLUMN     "value_times" TEXT NOT NULL DEFAULT '{}';
