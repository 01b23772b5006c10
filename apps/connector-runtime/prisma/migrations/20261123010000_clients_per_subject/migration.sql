-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "name" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "instances" ADD COLUMN     "clients_per_subject" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE UNIQUE INDEX "clients_instance_key_subject_name_key" ON "clients"("instance_key", "subject", "name");

-- CreateIndex
CREATE INDEX "clients_developer_subject_key_idx" ON "clients"("developer", "subject", "key");

-- DropIndex
DROP INDEX "clients_developer_subject_connector_type_key";
