-- CreateTable
CREATE TABLE "units" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "owner_subject" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "units_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "unit_links" (
    "parent_key" BIGINT NOT NULL,
    "child_key" BIGINT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_links_pkey" PRIMARY KEY ("parent_key","child_key")
);

-- CreateTable
CREATE TABLE "unit_subjects" (
    "unit_key" BIGINT NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_subjects_pkey" PRIMARY KEY ("unit_key","subject")
);

-- CreateTable
CREATE TABLE "unit_things" (
    "unit_key" BIGINT NOT NULL,
    "thing_key" BIGINT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_things_pkey" PRIMARY KEY ("unit_key","thing_key")
);

-- CreateTable
CREATE TABLE "unit_properties" (
    "unit_key" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "unit_properties_pkey" PRIMARY KEY ("unit_key","name")
);

-- CreateTable
CREATE TABLE "subjects" (
    "developer" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "subjects_pkey" PRIMARY KEY ("developer","id")
);

-- CreateTable
CREATE TABLE "things" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "client_id" UUID,
    "app" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "properties" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "values" TEXT NOT NULL,
    "available" BOOLEAN NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "things_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "clients" (
    "id" UUID NOT NULL,
    "removed" TIMESTAMPTZ(3),

    CONSTRAINT "clients_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "units_id_key" ON "units"("id");

-- CreateIndex
CREATE INDEX "units_developer_key_idx" ON "units"("developer", "key");

-- CreateIndex
CREATE INDEX "units_developer_owner_subject_idx" ON "units"("developer", "owner_subject");

-- CreateIndex
CREATE INDEX "units_developer_type_idx" ON "units"("developer", "type");

-- CreateIndex
CREATE INDEX "units_developer_name_idx" ON "units"("developer", "name");

-- CreateIndex
CREATE INDEX "unit_links_child_key_key_idx" ON "unit_links"("child_key", "key");

-- CreateIndex
CREATE INDEX "unit_links_parent_key_key_idx" ON "unit_links"("parent_key", "key");

-- CreateIndex
CREATE INDEX "unit_subjects_unit_key_key_idx" ON "unit_subjects"("unit_key", "key");

-- CreateIndex
CREATE INDEX "unit_subjects_developer_subject_idx" ON "unit_subjects"("developer", "subject");

-- CreateIndex
CREATE INDEX "unit_things_unit_key_key_idx" ON "unit_things"("unit_key", "key");

-- CreateIndex
CREATE INDEX "unit_things_thing_key_idx" ON "unit_things"("thing_key");

-- CreateIndex
CREATE INDEX "unit_properties_unit_key_key_idx" ON "unit_properties"("unit_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "subjects_key_key" ON "subjects"("key");

-- CreateIndex
CREATE INDEX "subjects_developer_key_idx" ON "subjects"("developer", "key");

-- CreateIndex
CREATE UNIQUE INDEX "things_id_key" ON "things"("id");

-- CreateIndex
CREATE INDEX "things_developer_key_idx" ON "things"("developer", "key");

-- CreateIndex
CREATE INDEX "things_developer_subject_key_idx" ON "things"("developer", "subject", "key");

-- CreateIndex
CREATE INDEX "things_client_id_key_idx" ON "things"("client_id", "key");

-- CreateIndex
CREATE INDEX "clients_removed_idx" ON "clients"("removed");

-- AddForeignKey
ALTER TABLE "unit_links" ADD CONSTRAINT "unit_links_parent_key_fkey" FOREIGN KEY ("parent_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unit_links" ADD CONSTRAINT "unit_links_child_key_fkey" FOREIGN KEY ("child_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unit_subjects" ADD CONSTRAINT "unit_subjects_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unit_things" ADD CONSTRAINT "unit_things_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unit_things" ADD CONSTRAINT "unit_things_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unit_properties" ADD CONSTRAINT "unit_properties_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;
