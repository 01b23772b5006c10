-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "removal_failed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sweep_held" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "clients_developer_status_key_idx" ON "clients"("developer", "status", "key");

-- What is stored elsewhere and needs attention is noted in the row of the client.
CREATE FUNCTION "note_held_sweep"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "clients" SET "sweep_held" = (TG_OP = 'INSERT')
  WHERE "key" = CASE TG_OP WHEN 'INSERT' THEN NEW."client_key" ELSE OLD."client_key" END;
  RETURN NULL;
END $$;

CREATE TRIGGER "note_held" AFTER INSERT OR DELETE ON "held_sweeps"
FOR EACH ROW EXECUTE FUNCTION "note_held_sweep"();

CREATE FUNCTION "note_failed_removal"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "clients" SET "removal_failed" = (NEW."error_code" IS NOT NULL) WHERE "key" = NEW."client_key";
  RETURN NULL;
END $$;

CREATE TRIGGER "note_failed" AFTER UPDATE OF "error_code" ON "removals"
FOR EACH ROW WHEN ((OLD."error_code" IS NULL) <> (NEW."error_code" IS NULL))
EXECUTE FUNCTION "note_failed_removal"();

-- What is there already. The triggers have locked the tables: nothing is added or removed meanwhile.
UPDATE "clients" SET "sweep_held" = true FROM "held_sweeps" WHERE "held_sweeps"."client_key" = "clients"."key";

UPDATE "clients" SET "removal_failed" = true
FROM "removals" WHERE "removals"."client_key" = "clients"."key" AND "removals"."error_code" IS NOT NULL;

-- Those that may need attention, and the few that are about to start, whose tokens say so: these change too often for
-- an index. Partial, so that the many clients that work cost nothing.
CREATE INDEX "clients_attention_idx" ON "clients"("developer", "key") WHERE
  "removal_failed" OR (
    "paused_since" IS NULL AND ("status" <> 'STARTED' OR "warnings" IS NOT NULL OR "sweep_held")
  );
