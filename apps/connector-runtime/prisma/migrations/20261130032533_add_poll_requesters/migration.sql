-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "poll_requester" JSONB;
