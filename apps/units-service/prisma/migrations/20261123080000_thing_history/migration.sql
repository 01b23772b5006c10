-- The values that properties of things have had, each with the time for which the thing had it: written when it
-- ends, so that the value at any time is known from what ended after it. What has not ended is in "things". The
-- series named '' are the times for which a thing was not available.
--
-- What begins and ends within the same second is left out, so that nothing has more than one row a second. Partitions
-- are made ahead and dropped by the service; what none of them takes is in the default one.
CREATE TABLE "thing_history" (
    "thing_key" BIGINT NOT NULL,
    "second" TIMESTAMPTZ(0) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "number" DOUBLE PRECISION,
    "ms" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT
) PARTITION BY RANGE ("second");

-- CreateIndex
CREATE INDEX "thing_history_thing_key_name_second_idx" ON "thing_history"("thing_key", "name", "second");

CREATE TABLE "thing_history_default" PARTITION OF "thing_history" DEFAULT;

-- When nothing was known of the things of a client, because its polls failed.
CREATE TABLE "client_outages" (
    "client_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_outages_pkey" PRIMARY KEY ("client_id", "until")
);

-- CreateIndex
CREATE INDEX "client_outages_until_idx" ON "client_outages"("until");

-- The developers whose quota of values on one day is used up: no more of theirs are kept until it ends.
CREATE TABLE "history_pauses" (
    "developer" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_pauses_pkey" PRIMARY KEY ("developer")
);

-- How many pages of the partition of a day (UTC) have been counted for the quota.
CREATE TABLE "history_days" (
    "day" DATE NOT NULL,
    "pages" INTEGER NOT NULL,

    CONSTRAINT "history_days_pkey" PRIMARY KEY ("day")
);

-- Runs once for each statement, after "note_thing_times" has set when values have changed. JSON text is
-- kept only of what is no number; values of write-only properties, and those of more than 1024 bytes, are not kept.
CREATE FUNCTION "note_thing_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "thing_history" ("thing_key", "second", "since", "number", "ms", "name", "value")
  SELECT was."key", to_timestamp(ended."value"::bigint / 1000), to_timestamp(began."value"::bigint / 1000.0),
    CASE WHEN json_typeof(had."value") = 'number' THEN had."value"::text::float8 END,
    ended."value"::bigint % 1000, had."key",
    CASE WHEN json_typeof(had."value") <> 'number' THEN "from_readable_json"(had."value") END
  FROM "was"
  JOIN "now_is" ON now_is."key" = was."key" AND now_is."value_times" <> was."value_times"
  CROSS JOIN LATERAL json_each("to_readable_json"(was."values")) AS had
  JOIN LATERAL json_each_text(was."value_times"::json) AS began ON began."key" = had."key"
  JOIN LATERAL json_each_text(now_is."value_times"::json) AS ended ON ended."key" = had."key"
  WHERE ended."value"::bigint / 1000 > began."value"::bigint / 1000
    AND octet_length(had."value"::text) <= 1024
    AND NOT (strpos(now_is."properties", '"writeOnly":true') > 0 AND COALESCE(
      ("to_readable_json"(now_is."properties") -> had."key" ->> 'writeOnly')::boolean, false))
    AND was."developer" <> ALL (ARRAY(
      SELECT "developer" FROM "history_pauses" WHERE "until" > now()));
  RETURN NULL;
END $$;

CREATE TRIGGER "note_thing_history" AFTER UPDATE ON "things"
REFERENCING OLD TABLE AS "was" NEW TABLE AS "now_is"
FOR EACH STATEMENT EXECUTE FUNCTION "note_thing_history"();

CREATE FUNCTION "note_thing_outage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "thing_history" ("thing_key", "second", "since", "ms", "name")
  VALUES (OLD."key", date_trunc('second', NEW."state_since"), OLD."state_since",
    extract(milliseconds FROM NEW."state_since")::int % 1000, '');
  RETURN NULL;
END $$;

CREATE TRIGGER "note_thing_outage" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (
  NOT OLD."available" AND date_trunc('second', NEW."state_since") > date_trunc('second', OLD."state_since")
)
EXECUTE FUNCTION "note_thing_outage"();

CREATE FUNCTION "note_client_outage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "client_outages" ("client_id", "since", "until")
  VALUES (OLD."id", OLD."status_since", NEW."status_since")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "note_client_outage" AFTER UPDATE OF "error" ON "clients"
FOR EACH ROW WHEN (
  OLD."error" IS NOT NULL AND NEW."error" IS DISTINCT FROM OLD."error" AND NEW."status_since" > OLD."status_since"
) EXECUTE FUNCTION "note_client_outage"();
