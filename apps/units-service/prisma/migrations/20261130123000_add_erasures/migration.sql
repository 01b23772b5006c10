-- Subjects that are erased. `subject` is null once that has ended.
CREATE TABLE "erasures" (
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "subject" TEXT,
    "pass" INTEGER NOT NULL DEFAULT 0,
    "step" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "found" BIGINT NOT NULL DEFAULT 0,
    "erased" JSONB NOT NULL DEFAULT '{}',
    "ended" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "erasures_developer_subject_key" ON "erasures"("developer", "subject");
CREATE INDEX "erasures_ended_idx" ON "erasures"("ended");

CREATE TABLE "erased_resources" (
    "erasure" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" BIGINT,

    CONSTRAINT "erased_resources_pkey" PRIMARY KEY ("erasure", "id"),
    CONSTRAINT "erased_resources_erasure_fkey" FOREIGN KEY ("erasure") REFERENCES "erasures"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
);

-- Everything that creates something for a subject first adds it to its account, unless it is there. The erasure begins by
-- deleting it from there, so that this refuses everything new.
CREATE FUNCTION "refuse_erased_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "erasures" AS erasure JOIN "changed" AS added
    ON added."developer" = erasure."developer" AND added."id" = erasure."subject"
  ) THEN
    RAISE EXCEPTION 'the subject is being erased' USING ERRCODE = 'TR001';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "refuse_erased" AFTER INSERT ON "subjects" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_erased_subjects"();

-- The subject of a request with an idempotency key, so that its answer is erased, too.
ALTER TABLE "requests" ADD COLUMN "subject" TEXT;

-- Scenes may contain states of things of subjects that are erased.
CREATE INDEX "scenes_developer_key_idx" ON "scenes"("developer", "key");

-- An entry never changes until it is deleted, except that an erasure replaces what names its subject.
CREATE OR REPLACE FUNCTION "refuse_audit_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF COALESCE(current_setting('trellis.erasing', true), '') <> 'on' THEN
    RAISE EXCEPTION 'entries of the audit log cannot be changed';
  END IF;
  RETURN NULL;
END $$;

-- Entries of requests that are refused or end while their subject is being erased never name it.
CREATE FUNCTION "hide_erased_subject"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  hidden record;
BEGIN
  FOR hidden IN SELECT "id", "subject" FROM "erasures"
    WHERE "developer" = NEW."developer" AND "subject" IS NOT NULL
  LOOP
    IF NEW."subject" = hidden."subject" OR hidden."subject" = ANY (NEW."resource_ids") THEN
      NEW."subject" := CASE WHEN NEW."subject" = hidden."subject"
        THEN 'erased:' || hidden."id" ELSE NEW."subject" END;
      NEW."resource_ids" := ARRAY['erased:' || hidden."id"];
      NEW."request_id" := NULL;
      IF NEW."actor_type" = 'subject' THEN
        NEW."actor" := 'erased:' || hidden."id";
        NEW."address" := NULL;
        NEW."user_agent" := NULL;
      END IF;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER "hide_erased" BEFORE INSERT ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "hide_erased_subject"();
