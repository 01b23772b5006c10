-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "client_id" UUID,
ADD COLUMN     "event" TEXT,
ADD COLUMN     "last_attempts" JSONB,
ADD COLUMN     "thing" UUID;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "sent" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "redeliveries" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "callback_key" BIGINT NOT NULL,
    "filter" TEXT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT -1,
    "until" BIGINT NOT NULL,
    "redelivered" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "redeliveries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "subscription_attempts" (
    "subscription_key" BIGINT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "number" BIGINT NOT NULL,
    "attempt" JSONB NOT NULL,

    CONSTRAINT "subscription_attempts_pkey" PRIMARY KEY ("subscription_key","slot")
);

-- CreateIndex
CREATE UNIQUE INDEX "redeliveries_id_key" ON "redeliveries"("id");

-- CreateIndex
CREATE INDEX "redeliveries_callback_key_idx" ON "redeliveries"("callback_key");

-- CreateIndex
CREATE INDEX "redeliveries_created_idx" ON "redeliveries"("created");

-- AddForeignKey
ALTER TABLE "redeliveries" ADD CONSTRAINT "redeliveries_callback_key_fkey" FOREIGN KEY ("callback_key") REFERENCES "callbacks"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_attempts" ADD CONSTRAINT "subscription_attempts_subscription_key_fkey" FOREIGN KEY ("subscription_key") REFERENCES "subscriptions"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- One at a time.
CREATE UNIQUE INDEX "redeliveries_running_key" ON "redeliveries"("callback_key") WHERE "ended" IS NULL;
