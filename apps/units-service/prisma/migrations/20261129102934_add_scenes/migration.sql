-- CreateTable
CREATE TABLE "scenes" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "unit_key" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "states" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scenes_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "scenes_id_key" ON "scenes"("id");

-- CreateIndex
CREATE INDEX "scenes_unit_key_key_idx" ON "scenes"("unit_key", "key");

-- AddForeignKey
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_unit_key_fkey" FOREIGN KEY ("unit_key") REFERENCES "units"("key") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "count_added" AFTER INSERT ON "scenes" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('scenes');

CREATE TRIGGER "count_removed" AFTER DELETE ON "scenes" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('scenes');
