-- AlterTable
ALTER TABLE "mappings" ADD COLUMN     "identifiers" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "thing_exists" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "merged_things" UUID[] DEFAULT ARRAY[]::UUID[];

-- Two entities may exchange their things within one statement.
ALTER TABLE "mappings" ADD CONSTRAINT "mappings_client_key_thing_key" UNIQUE ("client_key", "thing")
  DEFERRABLE INITIALLY IMMEDIATE;

-- CreateTable
CREATE TABLE "replacements" (
    "thing" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "client_key" BIGINT NOT NULL,
    "entity" TEXT NOT NULL,
    "new_client_key" BIGINT NOT NULL,
    "new_entity" TEXT NOT NULL,
    "new_thing" UUID NOT NULL,
    "vacant" UUID NOT NULL,
    "replaced" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "replacements_pkey" PRIMARY KEY ("thing")
);

-- CreateIndex
CREATE INDEX "replacements_client_key_idx" ON "replacements"("client_key");

-- CreateIndex
CREATE INDEX "replacements_new_client_key_idx" ON "replacements"("new_client_key");

-- CreateIndex
CREATE INDEX "replacements_replaced_idx" ON "replacements"("replaced");

-- AddForeignKey
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_new_client_key_fkey" FOREIGN KEY ("new_client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
