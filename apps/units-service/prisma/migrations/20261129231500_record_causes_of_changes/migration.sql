ALTER TABLE "things" ADD COLUMN "written_by" JSONB;
ALTER TABLE "changes" ADD COLUMN "previous" TEXT, ADD COLUMN "cause" JSONB;

-- For the logbook of a thing: what changes of it more rarely than values, and the status of its client.
CREATE INDEX "changes_of_states_idx" ON "changes"("resource", "xact", "key")
  WHERE "kind" IN ('thing_updated', 'target_changed', 'client_status_changed', 'device_replaced', 'device_restored');

-- Records values before the change, unless they are long, and who wrote those of the things of apps. What somebody requested
-- of a device is known once its target is reached (`targets.store`).
CREATE OR REPLACE FUNCTION "record_thing_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  described jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", NEW."client_id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind")
    VALUES (OLD."developer", OLD."subject", OLD."id", OLD."client_id", 'thing_deleted');
  ELSE
    IF (COALESCE(NEW."own_title", NEW."title"), NEW."types", NEW."description",
        NEW."properties", NEW."actions", NEW."events", NEW."available")
      IS DISTINCT FROM
      (COALESCE(OLD."own_title", OLD."title"), OLD."types", OLD."description",
        OLD."properties", OLD."actions", OLD."events", OLD."available")
    THEN
      INSERT INTO "changes" ("developer", "subject", "resource", "kind", "value", "previous", "cause")
      VALUES (NEW."developer", NEW."subject", NEW."id", 'thing_updated', NEW."available"::text,
        COALESCE(OLD."unknown_reason", OLD."available"::text),
        CASE WHEN NEW."unknown_reason" IS NOT NULL THEN jsonb_build_object('code', NEW."unknown_reason") END);
    END IF;
    IF NEW."values" <> OLD."values" THEN
      IF strpos(NEW."properties", '"writeOnly":true') > 0 THEN
        described := "to_readable_json"(NEW."properties")::jsonb;
      END IF;
      INSERT INTO "changes" ("developer", "subject", "resource", "kind", "name", "value", "previous", "cause")
      SELECT NEW."developer", NEW."subject", NEW."id", 'property_changed', now_is.key,
        "from_readable_json"(now_is.value),
        CASE WHEN octet_length(was.value::text) <= 1024 THEN "from_readable_json"(was.value) END,
        CASE WHEN NEW."client_id" IS NULL THEN NEW."written_by" END
      FROM json_each("to_readable_json"(NEW."values")) AS now_is
      LEFT JOIN json_each("to_readable_json"(OLD."values")) AS was ON was.key = now_is.key
      WHERE now_is.value::text IS DISTINCT FROM was.value::text
        AND NOT COALESCE((described -> now_is.key ->> 'writeOnly')::boolean, false);
    END IF;
  END IF;
  RETURN NULL;
END $$;
