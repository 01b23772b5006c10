-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "previous_secret" TEXT,
ADD COLUMN     "previous_until" TIMESTAMPTZ(3),
ADD COLUMN     "rotation" UUID;
