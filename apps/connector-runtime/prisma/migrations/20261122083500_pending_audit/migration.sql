-- CreateTable
CREATE TABLE "pending_audit_entries" (
    "id" UUID NOT NULL,
    "entry" TEXT NOT NULL,

    CONSTRAINT "pending_audit_entries_pkey" PRIMARY KEY ("id")
);
