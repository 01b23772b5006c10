-- CreateTable
CREATE TABLE "usage_of_days" (
    "developer" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "client" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "things" INTEGER NOT NULL DEFAULT 0,
    "polls" BIGINT NOT NULL DEFAULT 0,
    "writes" BIGINT NOT NULL DEFAULT 0,
    "events" BIGINT NOT NULL DEFAULT 0,
    "deliveries" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "usage_of_days_pkey" PRIMARY KEY ("developer","day","client","subject")
);

-- CreateTable
CREATE TABLE "usage_progress" (
    "singleton" BOOLEAN NOT NULL DEFAULT true,
    "position" TEXT,
    "counted" TIMESTAMPTZ(3),

    CONSTRAINT "usage_progress_pkey" PRIMARY KEY ("singleton")
);

-- CreateIndex
CREATE INDEX "usage_of_days_developer_subject_day_idx" ON "usage_of_days"("developer", "subject", "day");

-- CreateIndex
CREATE INDEX "usage_of_days_day_idx" ON "usage_of_days"("day");

-- Counters are updated in place as long as their page has room.
ALTER TABLE "usage_of_days" SET (fillfactor = 70);

INSERT INTO "usage_progress" ("singleton") VALUES (true);

-- Counts writes and actions that were carried out, in the transaction that stores their outcome. Those of a client belong
-- to its subject.
CREATE FUNCTION "count_writes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "usage_of_days" ("developer", "day", "client", "subject", "connector_type", "writes")
  SELECT "after"."developer", (now() AT TIME ZONE 'UTC')::date,
    coalesce("client"."id", '00000000-0000-0000-0000-000000000000') AS "client",
    coalesce("client"."subject", "after"."subject", '') AS "subject",
    coalesce("client"."connector_type", ''), count(*)
  FROM "after" JOIN "before" USING ("key")
  LEFT JOIN "clients" AS "client" ON "client"."id" = "after"."client_id"
  WHERE "after"."status" = 'completed' AND "before"."status" <> 'completed'
  GROUP BY 1, 3, 4, 5 ORDER BY 1, 3, 4
  ON CONFLICT ("developer", "day", "client", "subject") DO UPDATE
  SET "writes" = "usage_of_days"."writes" + excluded."writes";
  RETURN NULL;
END $$;

CREATE TRIGGER "count_writes" AFTER UPDATE ON "interactions"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "count_writes"();

CREATE FUNCTION "count_delivery"("developer" text, "client" uuid, "subject" text)
RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO "usage_of_days" ("developer", "day", "client", "subject", "connector_type", "deliveries")
  SELECT "count_delivery"."developer", (now() AT TIME ZONE 'UTC')::date,
    coalesce("known"."id", '00000000-0000-0000-0000-000000000000'),
    coalesce("known"."subject", "count_delivery"."subject", ''), coalesce("known"."connector_type", ''), 1
  FROM (SELECT) AS "always" LEFT JOIN "clients" AS "known"
    ON "known"."id" = "count_delivery"."client" AND "known"."developer" = "count_delivery"."developer"
  ON CONFLICT ("developer", "day", "client", "subject") DO UPDATE
  SET "deliveries" = "usage_of_days"."deliveries" + 1;
$$;

-- A message to a callback that the app has accepted.
CREATE FUNCTION "count_delivered"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "count_delivery"(callback."developer", NEW."client_id", NEW."subject")
  FROM "callbacks" AS callback WHERE callback."key" = NEW."callback_key";
  RETURN NULL;
END $$;

CREATE TRIGGER "count_delivered" AFTER UPDATE OF "status" ON "deliveries"
FOR EACH ROW WHEN (NEW."status" = 'delivered' AND OLD."status" <> 'delivered')
EXECUTE FUNCTION "count_delivered"();

-- A message of a subscription that was accepted: an attempt after which it goes on with the next one.
CREATE FUNCTION "count_sent"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM "count_delivery"(NEW."developer", NULL, NEW."subject");
  RETURN NULL;
END $$;

CREATE TRIGGER "count_sent" AFTER UPDATE OF "sent" ON "subscriptions"
FOR EACH ROW WHEN (NEW."sent" > OLD."sent" AND NEW."cursor" <> OLD."cursor")
EXECUTE FUNCTION "count_sent"();
