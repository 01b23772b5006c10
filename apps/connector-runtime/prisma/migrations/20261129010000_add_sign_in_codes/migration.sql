-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "sign_in_code_hash" TEXT;
