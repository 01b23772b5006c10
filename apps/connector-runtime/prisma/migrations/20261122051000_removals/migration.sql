-- CreateTable
CREATE TABLE "removals" (
    "client_key" BIGINT NOT NULL,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removals_pkey" PRIMARY KEY ("client_key")
);

-- CreateIndex
CREATE INDEX "interactions_status_key_idx" ON "interactions"("status", "key");

-- AddForeignKey
ALTER TABLE "removals" ADD CONSTRAINT "removals_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
