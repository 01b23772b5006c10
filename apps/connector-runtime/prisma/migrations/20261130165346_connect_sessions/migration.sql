-- CreateTable
CREATE TABLE "connect_sessions" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "types" TEXT[],
    "client" UUID,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connect_sessions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "connect_sessions_id_key" ON "connect_sessions"("id");

-- CreateIndex
CREATE INDEX "connect_sessions_developer_key_idx" ON "connect_sessions"("developer", "key");

-- CreateIndex
CREATE INDEX "connect_sessions_developer_subject_key_idx" ON "connect_sessions"("developer", "subject", "key");

-- CreateIndex
CREATE INDEX "connect_sessions_expires_idx" ON "connect_sessions"("expires");

CREATE TRIGGER "refuse_erased" AFTER INSERT ON "connect_sessions" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_erased_subjects"();
