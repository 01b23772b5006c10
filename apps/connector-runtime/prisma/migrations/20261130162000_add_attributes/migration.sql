-- Texts of the app by their names; null if there are none.
ALTER TABLE "clients" ADD COLUMN "attributes" JSONB;
ALTER TABLE "client_changes" ADD COLUMN "attributes" JSONB;

-- The developer is the outer member, so that equal attributes of other accounts are not looked at.
CREATE INDEX "clients_attributes_idx" ON "clients"
  USING gin (jsonb_set('{}', ARRAY["developer"], "attributes") jsonb_path_ops) WHERE "attributes" IS NOT NULL;

CREATE OR REPLACE FUNCTION "queue_client_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "client_changes" ("developer", "subject", "client", "kind", "attributes")
  SELECT "developer", "subject", "id", TG_ARGV[0], "attributes" FROM "changed" ORDER BY "key";
  RETURN NULL;
END $$;
