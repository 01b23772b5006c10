-- CreateTable
CREATE TABLE "instances" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "configuration" TEXT NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "clients" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "instance_key" BIGINT NOT NULL,
    "configuration" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'STARTING',
    "error_code" TEXT,
    "error_detail" TEXT,
    "error_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "mappings" (
    "client_key" BIGINT NOT NULL,
    "entity" TEXT NOT NULL,
    "thing" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "available" BOOLEAN NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "mappings_pkey" PRIMARY KEY ("client_key","entity")
);

-- CreateTable
CREATE TABLE "apps" (
    "key" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "developer" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "scopes" TEXT[],

    CONSTRAINT "apps_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "instances_id_key" ON "instances"("id");

-- CreateIndex
CREATE UNIQUE INDEX "instances_developer_connector_type_key" ON "instances"("developer", "connector_type");

-- CreateIndex
CREATE UNIQUE INDEX "clients_id_key" ON "clients"("id");

-- CreateIndex
CREATE INDEX "clients_developer_key_idx" ON "clients"("developer", "key");

-- CreateIndex
CREATE INDEX "clients_instance_key_key_idx" ON "clients"("instance_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "clients_developer_subject_connector_type_key" ON "clients"("developer", "subject", "connector_type");

-- CreateIndex
CREATE INDEX "mappings_client_key_key_idx" ON "mappings"("client_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "apps_id_key" ON "apps"("id");

-- AddForeignKey
ALTER TABLE "clients" ADD CONSTRAINT "clients_instance_key_fkey" FOREIGN KEY ("instance_key") REFERENCES "instances"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mappings" ADD CONSTRAINT "mappings_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
