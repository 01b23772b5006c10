-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN "return_to" TEXT;

-- CreateTable
CREATE TABLE "connect_brandings" (
    "developer" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT,

    CONSTRAINT "connect_brandings_pkey" PRIMARY KEY ("developer")
);
