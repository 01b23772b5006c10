-- CreateTable
CREATE TABLE "requests" (
    "developer" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "fingerprints" TEXT[],
    "seed" UUID NOT NULL,
    "attempt" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("developer","scope")
);

-- CreateIndex
CREATE INDEX "requests_created_idx" ON "requests"("created");
