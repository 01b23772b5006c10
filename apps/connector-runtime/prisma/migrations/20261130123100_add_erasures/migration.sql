-- Subjects that are erased. `subject` is null once that has ended.
CREATE TABLE "erasures" (
    "key" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "pass" INTEGER NOT NULL DEFAULT 0,
    "step" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "found" BIGINT NOT NULL DEFAULT 0,
    "erased" JSONB NOT NULL DEFAULT '{}',
    "settles" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "error_detail" TEXT,
    "failed" TIMESTAMPTZ(3),
    "requested" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "erasures_id_key" ON "erasures"("id");
CREATE UNIQUE INDEX "erasures_developer_subject_key" ON "erasures"("developer", "subject");
CREATE INDEX "erasures_ended_idx" ON "erasures"("ended");

CREATE TABLE "erased_resources" (
    "erasure" UUID NOT NULL,
    "id" UUID NOT NULL,

    CONSTRAINT "erased_resources_pkey" PRIMARY KEY ("erasure", "id"),
    CONSTRAINT "erased_resources_erasure_fkey" FOREIGN KEY ("erasure") REFERENCES "erasures"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE FUNCTION "refuse_erased_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "erasures" AS erasure JOIN "changed" AS added
    ON added."developer" = erasure."developer" AND added."subject" = erasure."subject"
  ) THEN
    RAISE EXCEPTION 'the subject is being erased' USING ERRCODE = 'TR001';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "refuse_erased" AFTER INSERT ON "clients" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_erased_subjects"();

CREATE TRIGGER "refuse_erased" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_erased_subjects"();

-- The subject whom a message names. The message itself is sealed.
ALTER TABLE "deliveries" ADD COLUMN "subject" TEXT;
CREATE INDEX "deliveries_subject_key_idx" ON "deliveries"("subject", "key") WHERE "subject" IS NOT NULL;

-- Operations of a client that was erased with its subject, which still end afterwards, are not recorded.
ALTER TABLE "removed_clients" ADD COLUMN "erased" BOOLEAN NOT NULL DEFAULT false;
