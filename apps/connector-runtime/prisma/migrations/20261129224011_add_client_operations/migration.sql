ALTER TABLE "clients" ADD COLUMN "debug_until" TIMESTAMPTZ(3);

CREATE SEQUENCE "client_operations_position_seq";

-- Partitioned by day (UTC), so that old days are dropped as a whole. The service creates partitions ahead of time.
CREATE TABLE "client_operations" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID NOT NULL,
    "position" BIGINT NOT NULL DEFAULT nextval('"client_operations_position_seq"'),
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "client" UUID,
    "connector_type" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "detail" TEXT,
    "count" INTEGER NOT NULL,
    "first" TIMESTAMPTZ(3) NOT NULL,
    "last" TIMESTAMPTZ(3) NOT NULL,
    "runs" JSONB NOT NULL,
    "requests" TEXT,
    "search" TEXT,
    PRIMARY KEY ("id", "day")
) PARTITION BY RANGE ("day");
ALTER SEQUENCE "client_operations_position_seq" OWNED BY "client_operations"."position";

CREATE INDEX "client_operations_developer_idx" ON "client_operations"("developer", "position");
CREATE INDEX "client_operations_client_idx" ON "client_operations"("client", "position");

-- Takes the operations of a day that has no partition yet.
CREATE TABLE "client_operations_default" PARTITION OF "client_operations" DEFAULT;

CREATE TABLE "operation_usage" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "developer" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    PRIMARY KEY ("day", "developer")
);
