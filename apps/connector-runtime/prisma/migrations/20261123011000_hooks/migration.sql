-- CreateTable
CREATE TABLE "hooks" (
    "digest" TEXT NOT NULL,
    "client_key" BIGINT NOT NULL,
    "base" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "registered" TIMESTAMPTZ(3),
    "told" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "hooks_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "hooks_client_key_idx" ON "hooks"("client_key");

-- AddForeignKey
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
