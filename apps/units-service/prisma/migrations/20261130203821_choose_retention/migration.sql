-- CreateTable
CREATE TABLE "retentions" (
    "developer" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "purged" DATE,

    CONSTRAINT "retentions_pkey" PRIMARY KEY ("developer")
);
