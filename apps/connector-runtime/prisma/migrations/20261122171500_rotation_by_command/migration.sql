-- AlterTable
ALTER TABLE "secrets_keys" ADD COLUMN     "reseals" BOOLEAN NOT NULL DEFAULT false;
