-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "via" UUID;

-- CreateTable
CREATE TABLE "agents" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" BYTEA,
    "pairing_digest" TEXT,
    "pairing_expires" TIMESTAMPTZ(3),
    "relay" UUID,
    "session" UUID,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "report" JSONB,
    "round_trip_ms" REAL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "relays" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "dead" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "relays_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agents_id_key" ON "agents"("id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_public_key_key" ON "agents"("public_key");

-- CreateIndex
CREATE UNIQUE INDEX "agents_pairing_digest_key" ON "agents"("pairing_digest");

-- CreateIndex
CREATE INDEX "agents_developer_key_idx" ON "agents"("developer", "key");

-- CreateIndex
CREATE INDEX "agents_developer_subject_key_idx" ON "agents"("developer", "subject", "key");

-- CreateIndex
CREATE INDEX "agents_relay_idx" ON "agents"("relay");

-- CreateIndex
CREATE INDEX "relays_until_idx" ON "relays"("until");

-- CreateIndex
CREATE INDEX "clients_via_idx" ON "clients"("via");

CREATE TRIGGER "count_added" AFTER INSERT ON "agents" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('agents');

CREATE TRIGGER "count_removed" AFTER DELETE ON "agents" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('agents');

CREATE TRIGGER "refuse_erased" AFTER INSERT ON "agents" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_erased_subjects"();
