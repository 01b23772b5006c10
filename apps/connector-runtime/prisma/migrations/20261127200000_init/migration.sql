-- Connector instances and clients ------------------------------------------------------------------------------------

CREATE TABLE "instances" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "configuration" TEXT NOT NULL,
    "clients_per_subject" INTEGER NOT NULL DEFAULT 1,
    "authorizes" BOOLEAN,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "instances_id_key" ON "instances"("id");
CREATE UNIQUE INDEX "instances_developer_connector_type_key" ON "instances"("developer", "connector_type");

CREATE TABLE "clients" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "connector_type" TEXT NOT NULL,
    "instance_key" BIGINT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "configuration" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'STARTING',
    "error_code" TEXT,
    "error_detail" TEXT,
    "error_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "paused_since" TIMESTAMPTZ(3),
    "pause_reason" TEXT,
    "resuming" BOOLEAN NOT NULL DEFAULT false,
    "devices_missing" BOOLEAN NOT NULL DEFAULT false,
    "removal_failed" BOOLEAN NOT NULL DEFAULT false,
    "warnings" TEXT,
    "memory" TEXT,
    "rooms" TEXT,
    "tokens" TEXT,
    "tokens_expire" TIMESTAMPTZ(3),
    "account" TEXT,
    "lease_holder" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "clients_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "clients_instance_key_fkey" FOREIGN KEY ("instance_key") REFERENCES "instances"("key")
      ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "clients_id_key" ON "clients"("id");
CREATE UNIQUE INDEX "clients_instance_key_subject_name_key" ON "clients"("instance_key", "subject", "name");
CREATE INDEX "clients_developer_key_idx" ON "clients"("developer", "key");
CREATE INDEX "clients_developer_subject_key_idx" ON "clients"("developer", "subject", "key");
CREATE INDEX "clients_developer_status_key_idx" ON "clients"("developer", "status", "key");
CREATE INDEX "clients_instance_key_key_idx" ON "clients"("instance_key", "key");
CREATE INDEX "clients_status_idx" ON "clients"("status");
-- Counts paused clients beside the others, which use the index by status alone.
CREATE INDEX "clients_paused_idx" ON "clients"("developer", "status") WHERE "paused_since" IS NOT NULL;
-- Clients that may need attention. Clients that are about to start are among them: only their tokens, which change too
-- often for an index, tell whether they wait for an authorization. The many working clients take no space.
CREATE INDEX "clients_attention_idx" ON "clients"("developer", "key") WHERE
  "removal_failed" OR (
    "paused_since" IS NULL AND ("status" <> 'STARTED' OR "warnings" IS NOT NULL OR "devices_missing")
  );

CREATE TABLE "mappings" (
    "client_key" BIGINT NOT NULL,
    "entity" TEXT NOT NULL,
    "thing" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "available" BOOLEAN NOT NULL,
    "problem" TEXT,
    "has_values" BOOLEAN NOT NULL DEFAULT true,
    "handle" TEXT,
    "polled" TIMESTAMPTZ(3),
    "key" BIGSERIAL NOT NULL,

    CONSTRAINT "mappings_pkey" PRIMARY KEY ("client_key", "entity"),
    CONSTRAINT "mappings_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "mappings_client_key_key_idx" ON "mappings"("client_key", "key");

CREATE TABLE "missing_devices" (
    "client_key" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "found" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    "waits" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "missing_devices_pkey" PRIMARY KEY ("client_key"),
    CONSTRAINT "missing_devices_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);

-- Copied into the row of the client for "clients_attention_idx".
CREATE FUNCTION "copy_missing_devices"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "clients" SET "devices_missing" = (TG_OP = 'INSERT')
  WHERE "key" = CASE TG_OP WHEN 'INSERT' THEN NEW."client_key" ELSE OLD."client_key" END;
  RETURN NULL;
END $$;

CREATE TRIGGER "copy_missing_devices" AFTER INSERT OR DELETE ON "missing_devices"
FOR EACH ROW EXECUTE FUNCTION "copy_missing_devices"();

-- Removals ----------------------------------------------------------------------------------------------------------

CREATE TABLE "removals" (
    "client_key" BIGINT NOT NULL,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "request" UUID,
    "forced" BOOLEAN NOT NULL DEFAULT false,
    "things_removed" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_detail" TEXT,
    "failed" TIMESTAMPTZ(3),

    CONSTRAINT "removals_pkey" PRIMARY KEY ("client_key"),
    CONSTRAINT "removals_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);

-- Copied into the row of the client for "clients_attention_idx".
CREATE FUNCTION "copy_failed_removal"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "clients" SET "removal_failed" = (NEW."error_code" IS NOT NULL) WHERE "key" = NEW."client_key";
  RETURN NULL;
END $$;

CREATE TRIGGER "copy_failed_removal" AFTER UPDATE OF "error_code" ON "removals"
FOR EACH ROW WHEN ((OLD."error_code" IS NULL) <> (NEW."error_code" IS NULL))
EXECUTE FUNCTION "copy_failed_removal"();

CREATE TABLE "removed_clients" (
    "id" UUID NOT NULL,
    "request" UUID,
    "given_up" TEXT NOT NULL,
    "removed" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_clients_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "removed_clients_removed_idx" ON "removed_clients"("removed");

-- Listening ---------------------------------------------------------------------------------------------------------

CREATE TABLE "listeners" (
    "client_key" BIGINT NOT NULL,
    "worker" UUID,
    "until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'connecting',
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "flooding" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "listeners_pkey" PRIMARY KEY ("client_key"),
    CONSTRAINT "listeners_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "listeners_until_idx" ON "listeners"("until");

CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "workers_seen_idx" ON "workers"("seen");

CREATE TABLE "hooks" (
    "digest" TEXT NOT NULL,
    "client_key" BIGINT NOT NULL,
    "base" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "registered" TIMESTAMPTZ(3),
    "recent_events" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "hooks_pkey" PRIMARY KEY ("digest"),
    CONSTRAINT "hooks_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "hooks_client_key_idx" ON "hooks"("client_key");

-- Authorization by end users ----------------------------------------------------------------------------------------

CREATE TABLE "authorizations" (
    "state" TEXT NOT NULL,
    "client_key" BIGINT NOT NULL,
    "browser" TEXT,
    "verifier" TEXT NOT NULL,
    "return_to" TEXT,
    "accepts_other_account" BOOLEAN NOT NULL DEFAULT false,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("state"),
    CONSTRAINT "authorizations_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "authorizations_client_key_idx" ON "authorizations"("client_key");
CREATE INDEX "authorizations_expires_idx" ON "authorizations"("expires");

CREATE TABLE "connect_brandings" (
    "developer" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT,

    CONSTRAINT "connect_brandings_pkey" PRIMARY KEY ("developer")
);

-- Apps --------------------------------------------------------------------------------------------------------------

CREATE TABLE "apps" (
    "key" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "developer" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "previous_secret_hash" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "rotation" UUID,
    "scopes" TEXT[],
    "allowed_origins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used" TIMESTAMPTZ(3),

    CONSTRAINT "apps_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "apps_id_key" ON "apps"("id");
CREATE INDEX "apps_developer_key_idx" ON "apps"("developer", "key");
CREATE INDEX "apps_allowed_origins_idx" ON "apps" USING GIN ("allowed_origins");

CREATE TABLE "revoked_apps" (
    "developer" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "revoked" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revoked_apps_pkey" PRIMARY KEY ("developer", "id")
);
CREATE INDEX "revoked_apps_revoked_idx" ON "revoked_apps"("revoked");

-- Interactions ------------------------------------------------------------------------------------------------------

CREATE TABLE "interaction_batches" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" TEXT,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "cancelled" TIMESTAMPTZ(3),
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "interaction_batches_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "interaction_batches_id_key" ON "interaction_batches"("id");
CREATE INDEX "interaction_batches_developer_key_idx" ON "interaction_batches"("developer", "key");
CREATE INDEX "interaction_batches_ended_idx" ON "interaction_batches"("ended");

CREATE TABLE "interactions" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "thing" UUID NOT NULL,
    "client_id" UUID,
    "app" TEXT,
    "operation" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" TEXT,
    "idempotent" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "output" TEXT,
    "problem" TEXT,
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" TIMESTAMPTZ(3),
    "batch_key" BIGINT,
    "group_id" UUID,

    CONSTRAINT "interactions_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "interactions_batch_key_fkey" FOREIGN KEY ("batch_key") REFERENCES "interaction_batches"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "interactions_id_key" ON "interactions"("id");
CREATE INDEX "interactions_developer_key_idx" ON "interactions"("developer", "key");
CREATE INDEX "interactions_client_id_status_idx" ON "interactions"("client_id", "status");
CREATE INDEX "interactions_status_key_idx" ON "interactions"("status", "key");
CREATE INDEX "interactions_ended_idx" ON "interactions"("ended");
CREATE INDEX "interactions_batch_key_key_idx" ON "interactions"("batch_key", "key");
CREATE INDEX "interactions_group_id_status_key_idx" ON "interactions"("group_id", "status", "key");

-- Messages to apps --------------------------------------------------------------------------------------------------

CREATE TABLE "callbacks" (
    "key" BIGSERIAL NOT NULL,
    "developer" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "events" TEXT[],
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callbacks_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "callbacks_developer_idx" ON "callbacks"("developer");
CREATE UNIQUE INDEX "callbacks_developer_app_key" ON "callbacks"("developer", "app");

CREATE TABLE "deliveries" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "callback_key" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "interaction_id" UUID,
    "replay_id" UUID,
    "idempotent" BOOLEAN NOT NULL DEFAULT true,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "error" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "deliveries_callback_key_fkey" FOREIGN KEY ("callback_key") REFERENCES "callbacks"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "deliveries_id_key" ON "deliveries"("id");
CREATE INDEX "deliveries_callback_key_key_idx" ON "deliveries"("callback_key", "key");
CREATE INDEX "deliveries_callback_key_status_key_idx" ON "deliveries"("callback_key", "status", "key");
CREATE INDEX "deliveries_status_key_idx" ON "deliveries"("status", "key");
CREATE INDEX "deliveries_created_idx" ON "deliveries"("created");

CREATE TABLE "replays" (
    "callback_key" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "job" UUID NOT NULL,
    "position" TEXT NOT NULL,
    "until" TEXT NOT NULL,

    CONSTRAINT "replays_pkey" PRIMARY KEY ("callback_key"),
    CONSTRAINT "replays_callback_key_fkey" FOREIGN KEY ("callback_key") REFERENCES "callbacks"("key")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "replays_job_key" ON "replays"("job");

CREATE TABLE "subscriptions" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "match" TEXT NOT NULL,
    "url" TEXT,
    "secret" TEXT,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "rotation" UUID,
    "cursor" TEXT,
    "stopped" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT,
    "next_attempt" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "subscriptions_id_key" ON "subscriptions"("id");
CREATE INDEX "subscriptions_developer_key_idx" ON "subscriptions"("developer", "key");

-- Outboxes for units-service ------------------------------------------------------------------------------------------

-- units-service keeps the changes of an account in one order. Triggers queue the changes of clients here, whichever
-- statement makes them, until units-service has stored them. Of all polls only the first success is queued: later
-- changes of the status reach units-service with the polls.
CREATE TABLE "client_changes" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "developer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "client" UUID NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "client_changes_pkey" PRIMARY KEY ("key")
);

CREATE FUNCTION "queue_client_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "client_changes" ("developer", "subject", "client", "kind")
  SELECT "developer", "subject", "id", TG_ARGV[0] FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;

CREATE TRIGGER "queue_created" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_client_changes"('client_created');

CREATE TRIGGER "queue_deleted" AFTER DELETE ON "clients" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_client_changes"('client_deleted');

CREATE FUNCTION "queue_started_client"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "client_changes" ("developer", "subject", "client", "kind")
  VALUES (NEW."developer", NEW."subject", NEW."id", 'client_updated');
  RETURN NULL;
END $$;

CREATE TRIGGER "queue_started" AFTER UPDATE OF "status" ON "clients"
FOR EACH ROW WHEN (OLD."status" = 'STARTING' AND NEW."status" = 'STARTED')
EXECUTE FUNCTION "queue_started_client"();

-- Entries of the audit log that commands write, which reach this database alone.
CREATE TABLE "pending_audit_entries" (
    "id" UUID NOT NULL,
    "entry" TEXT NOT NULL,

    CONSTRAINT "pending_audit_entries_pkey" PRIMARY KEY ("id")
);

-- Activity of clients -----------------------------------------------------------------------------------------------

-- Each process updates the row of an account every few seconds; with so much free space, the new version of the row
-- stays on its page.
CREATE TABLE "activity" (
    "developer" TEXT NOT NULL,
    "begins" TIMESTAMPTZ(3) NOT NULL,
    "polls" INTEGER NOT NULL,
    "failed_polls" INTEGER NOT NULL,
    "late_polls" INTEGER NOT NULL,
    "max_lateness_ms" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("developer", "begins")
) WITH (fillfactor = 50);
CREATE INDEX "activity_begins_idx" ON "activity"("begins");

-- Encryption keys ---------------------------------------------------------------------------------------------------

CREATE TABLE "secrets_keys" (
    "id" TEXT NOT NULL,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "surveyed" TIMESTAMPTZ(3),
    "reseals" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "secrets_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outdated_secrets" (
    "developer" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "outdated_secrets_pkey" PRIMARY KEY ("developer", "key")
);

-- Rate limits and quotas --------------------------------------------------------------------------------------------

-- Used by rate-limiter-flexible where there is no Redis.
CREATE TABLE "remote_rates" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "remote_rates_pkey" PRIMARY KEY ("key")
);

-- Every call batch that creates or deletes something updates a row; with so much free space, the new version of the
-- row stays on its page.
CREATE TABLE "usage" (
    "developer" TEXT NOT NULL,
    "quota" TEXT NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "usage_pkey" PRIMARY KEY ("developer", "quota")
) WITH (fillfactor = 20);

-- Counts once a statement and developer, and locks the counters in one order. A statement that creates or deletes
-- nothing changes no counter.
CREATE FUNCTION "count_usage"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", TG_ARGV[0], count(*) FROM "added" GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", TG_ARGV[0], -count(*) FROM "removed" GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "count_added" AFTER INSERT ON "instances" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_instances');

CREATE TRIGGER "count_removed" AFTER DELETE ON "instances" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_instances');

CREATE TRIGGER "count_added" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_clients');

CREATE TRIGGER "count_removed" AFTER DELETE ON "clients" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('connector_clients');

CREATE TRIGGER "count_added" AFTER INSERT ON "callbacks" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('callbacks');

CREATE TRIGGER "count_removed" AFTER DELETE ON "callbacks" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('callbacks');

CREATE TRIGGER "count_added" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('subscriptions');

CREATE TRIGGER "count_removed" AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('subscriptions');

CREATE TRIGGER "count_added" AFTER INSERT ON "apps" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('apps');

CREATE TRIGGER "count_removed" AFTER DELETE ON "apps" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_usage"('apps');

-- Operators move apps between accounts.
CREATE FUNCTION "count_moved_apps"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "usage" ("developer", "quota", "used")
  SELECT "developer", 'apps', sum("change") FROM (
    SELECT "developer", 1 AS "change" FROM "after" UNION ALL SELECT "developer", -1 FROM "before"
  ) "moved" GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
  ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  RETURN NULL;
END $$;

CREATE TRIGGER "count_changed" AFTER UPDATE ON "apps"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_apps"();

-- Interactions count until they have ended; those that are refused from the beginning do not count.
CREATE FUNCTION "count_pending_interactions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', count(*) FROM "added"
    WHERE "status" IN ('waiting', 'pending', 'running') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', sum("change")
    FROM (
      SELECT "developer", 1 AS "change" FROM "after" WHERE "status" IN ('waiting', 'pending', 'running')
      UNION ALL
      SELECT "developer", -1 FROM "before" WHERE "status" IN ('waiting', 'pending', 'running')
    ) AS "changes"
    GROUP BY "developer" HAVING sum("change") <> 0 ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  ELSE
    INSERT INTO "usage" ("developer", "quota", "used")
    SELECT "developer", 'pending_interactions', -count(*) FROM "removed"
    WHERE "status" IN ('waiting', 'pending', 'running') GROUP BY "developer" ORDER BY "developer"
    ON CONFLICT ("developer", "quota") DO UPDATE SET "used" = "usage"."used" + excluded."used";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "count_added" AFTER INSERT ON "interactions" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();

CREATE TRIGGER "count_changed" AFTER UPDATE ON "interactions"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();

CREATE TRIGGER "count_removed" AFTER DELETE ON "interactions" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_pending_interactions"();
