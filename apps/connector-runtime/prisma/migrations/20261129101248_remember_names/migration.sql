-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "names" JSON;
