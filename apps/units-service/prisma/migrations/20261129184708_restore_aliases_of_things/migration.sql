-- AlterTable
ALTER TABLE "thing_aliases" ADD COLUMN     "aliases" UUID[] DEFAULT ARRAY[]::UUID[];
