-- CreateTable
CREATE TABLE "model_imports" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "text" BYTEA,
    "type" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "match" TEXT,
    "preview" BOOLEAN NOT NULL,
    "replace" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "starts" INTEGER NOT NULL DEFAULT 0,
    "progress" TEXT,
    "failures" TEXT NOT NULL DEFAULT '[]',
    "problem" TEXT,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled" TIMESTAMPTZ(3),
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "model_imports_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "model_imports_id_key" ON "model_imports"("id");

-- CreateIndex
CREATE INDEX "model_imports_developer_ended_key_idx" ON "model_imports"("developer", "ended", "key");

-- CreateIndex
CREATE INDEX "model_imports_ended_idx" ON "model_imports"("ended");
