-- CreateTable
CREATE TABLE "connector_types" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "type_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "logo" BYTEA,
    "logo_type" TEXT,
    "logo_id" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connector_types_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "connector_type_versions" (
    "key" BIGSERIAL NOT NULL,
    "developer" TEXT NOT NULL,
    "type_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "texts" TEXT NOT NULL,
    "configuration" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connector_type_versions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "connector_types_id_key" ON "connector_types"("id");

-- CreateIndex
CREATE UNIQUE INDEX "connector_types_logo_id_key" ON "connector_types"("logo_id");

-- CreateIndex
CREATE UNIQUE INDEX "connector_types_developer_type_id_key" ON "connector_types"("developer", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "connector_types_developer_number_key" ON "connector_types"("developer", "number");

-- CreateIndex
CREATE UNIQUE INDEX "connector_type_versions_developer_type_id_version_key" ON "connector_type_versions"("developer", "type_id", "version");

-- AddForeignKey
ALTER TABLE "connector_type_versions" ADD CONSTRAINT "connector_type_versions_developer_type_id_fkey" FOREIGN KEY ("developer", "type_id") REFERENCES "connector_types"("developer", "type_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "count_added" AFTER INSERT ON "connector_types" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_types');

CREATE TRIGGER "count_removed" AFTER DELETE ON "connector_types" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_types');
