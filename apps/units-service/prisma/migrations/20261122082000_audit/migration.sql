-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "subject" TEXT,
    "operation" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_ids" TEXT[],
    "status" SMALLINT,
    "problem" TEXT,
    "succeeded" INTEGER,
    "failed" INTEGER,
    "request_id" TEXT,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_developer_id_idx" ON "audit_entries"("developer", "id");

-- An entry that was written stays as it is until it is deleted.
CREATE FUNCTION refuse_audit_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of the audit log cannot be changed';
END $$;

CREATE TRIGGER audit_entries_update BEFORE UPDATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_update();
