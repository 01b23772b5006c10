-- Texts of the app by their names; null if there are none.
ALTER TABLE "things" ADD COLUMN "attributes" JSONB;
ALTER TABLE "subjects" ADD COLUMN "attributes" JSONB;

-- Those of a thing that was deleted, and of a client.
ALTER TABLE "changes" ADD COLUMN "attributes" JSONB;

-- The developer is the outer member, so that equal attributes of other accounts are not looked at.
CREATE INDEX "things_attributes_idx" ON "things"
  USING gin (jsonb_set('{}', ARRAY["developer"], "attributes") jsonb_path_ops) WHERE "attributes" IS NOT NULL;
CREATE INDEX "subjects_attributes_idx" ON "subjects"
  USING gin (jsonb_set('{}', ARRAY["developer"], "attributes") jsonb_path_ops) WHERE "attributes" IS NOT NULL;

-- Returns the attributes of a thing with those of others that are merged into it: its own win, then those of the first ones.
CREATE FUNCTION "merged_attributes"("own" jsonb, "others" jsonb[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(fitting.name, fitting.value) FROM (
    SELECT each_once.name, each_once.value FROM (
      SELECT DISTINCT ON (given.name) given.name, given.value, given.rank FROM (
        SELECT key AS name, value, 0 AS rank FROM jsonb_each("own")
        UNION ALL
        SELECT member.key, member.value, other.rank
        FROM unnest("others") WITH ORDINALITY AS other(attributes, rank)
        CROSS JOIN LATERAL jsonb_each(other.attributes) AS member
      ) AS given
      ORDER BY given.name, given.rank
    ) AS each_once
    ORDER BY each_once.rank, each_once.name LIMIT 50
  ) AS fitting
$$;

-- A thing is updated when its attributes are, too, and those of a deleted thing stay known.
CREATE OR REPLACE FUNCTION "record_thing_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  described jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind")
    VALUES (NEW."developer", NEW."subject", NEW."id", NEW."client_id", 'thing_created');
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "changes" ("developer", "subject", "resource", "client", "kind", "attributes")
    VALUES (OLD."developer", OLD."subject", OLD."id", OLD."client_id", 'thing_deleted', OLD."attributes");
  ELSE
    IF (COALESCE(NEW."own_title", NEW."title"), NEW."types", NEW."description",
        NEW."properties", NEW."actions", NEW."events", NEW."available", NEW."attributes")
      IS DISTINCT FROM
      (COALESCE(OLD."own_title", OLD."title"), OLD."types", OLD."description",
        OLD."properties", OLD."actions", OLD."events", OLD."available", OLD."attributes")
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
