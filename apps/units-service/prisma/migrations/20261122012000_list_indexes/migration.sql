-- DropIndex
DROP INDEX "unit_subjects_developer_subject_idx";

-- DropIndex
DROP INDEX "units_developer_name_idx";

-- DropIndex
DROP INDEX "units_developer_owner_subject_idx";

-- DropIndex
DROP INDEX "units_developer_type_idx";

-- CreateIndex
CREATE INDEX "unit_subjects_developer_subject_unit_key_idx" ON "unit_subjects"("developer", "subject", "unit_key");

-- CreateIndex
CREATE INDEX "units_developer_owner_subject_key_idx" ON "units"("developer", "owner_subject", "key");

-- CreateIndex
CREATE INDEX "units_developer_type_key_idx" ON "units"("developer", "type", "key");

-- CreateIndex
CREATE INDEX "units_developer_name_key_idx" ON "units"("developer", "name", "key");
