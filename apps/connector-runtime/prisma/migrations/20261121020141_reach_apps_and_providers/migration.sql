-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "lease_holder" UUID,
ADD COLUMN     "lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "memory" TEXT,
ADD COLUMN     "places" TEXT,
ADD COLUMN     "tokens" TEXT,
ADD COLUMN     "tokens_expire" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "authorizations" (
    "state" TEXT NOT NULL,
    "client_key" BIGINT NOT NULL,
    "verifier" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("state")
);

-- CreateTable
CREATE TABLE "interactions" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "thing" UUID NOT NULL,
    "client_id" UUID,
    "app" TEXT,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" TEXT,
    "idempotent" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "output" TEXT,
    "problem" TEXT,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "interactions_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "callbacks" (
    "key" BIGSERIAL NOT NULL,
    "developer" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "events" TEXT[],
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callbacks_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "callback_key" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "interaction_id" UUID,
    "idempotent" BOOLEAN NOT NULL DEFAULT true,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "error" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "remote_rates" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "remote_rates_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "authorizations_client_key_idx" ON "authorizations"("client_key");

-- CreateIndex
CREATE INDEX "authorizations_expires_idx" ON "authorizations"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "interactions_id_key" ON "interactions"("id");

-- CreateIndex
CREATE INDEX "interactions_developer_key_idx" ON "interactions"("developer", "key");

-- CreateIndex
CREATE INDEX "interactions_client_id_status_idx" ON "interactions"("client_id", "status");

-- CreateIndex
CREATE INDEX "interactions_ended_idx" ON "interactions"("ended");

-- CreateIndex
CREATE INDEX "callbacks_developer_idx" ON "callbacks"("developer");

-- CreateIndex
CREATE UNIQUE INDEX "callbacks_developer_app_key" ON "callbacks"("developer", "app");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_id_key" ON "deliveries"("id");

-- CreateIndex
CREATE INDEX "deliveries_callback_key_key_idx" ON "deliveries"("callback_key", "key");

-- CreateIndex
CREATE INDEX "deliveries_status_key_idx" ON "deliveries"("status", "key");

-- CreateIndex
CREATE INDEX "deliveries_created_idx" ON "deliveries"("created");

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_callback_key_fkey" FOREIGN KEY ("callback_key") REFERENCES "callbacks"("key") ON DELETE CASCADE ON UPDATE CASCADE;
