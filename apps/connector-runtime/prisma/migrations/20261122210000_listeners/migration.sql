-- CreateTable
CREATE TABLE "listeners" (
    "client_key" BIGINT NOT NULL,
    "worker" UUID,
    "until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'connecting',
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "flooding" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "listeners_pkey" PRIMARY KEY ("client_key")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listeners_until_idx" ON "listeners"("until");

-- CreateIndex
CREATE INDEX "workers_seen_idx" ON "workers"("seen");

-- AddForeignKey
ALTER TABLE "listeners" ADD CONSTRAINT "listeners_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
