-- CreateTable
CREATE TABLE "client_changes" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "client" UUID NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "client_changes_pkey" PRIMARY KEY ("key")
);

-- How clients change is noted by whatever statement changes them, until units-service, which keeps the changes of an
-- account in their order, has stored it. Of polls the first success alone is: units-service is told of later turns.
CREATE FUNCTION "note_client_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "client_changes" ("developer", "subject", "client", "kind")
  SELECT "developer", "subject", "id", TG_ARGV[0] FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_created" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_client_changes"('client_created');

CREATE TRIGGER "note_deleted" AFTER DELETE ON "clients" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "note_client_changes"('client_deleted');

CREATE FUNCTION "note_started_client"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "client_changes" ("developer", "subject", "client", "kind")
  VALUES (NEW."developer", NEW."subject", NEW."id", 'client_updated');
  RETURN NULL;
END $$;

CREATE TRIGGER "note_started" AFTER UPDATE OF "status" ON "clients"
FOR EACH ROW WHEN (OLD."status" = 'STARTING' AND NEW."status" = 'STARTED')
EXECUTE FUNCTION "note_started_client"();

-- CreateTable
CREATE TABLE "replays" (
    "callback_key" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "job" UUID NOT NULL,
    "position" TEXT NOT NULL,
    "until" TEXT NOT NULL,

    CONSTRAINT "replays_pkey" PRIMARY KEY ("callback_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "replays_job_key" ON "replays"("job");

-- AddForeignKey
ALTER TABLE "replays" ADD CONSTRAINT "replays_callback_key_fkey" FOREIGN KEY ("callback_key") REFERENCES "callbacks"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "replay_id" UUID;
