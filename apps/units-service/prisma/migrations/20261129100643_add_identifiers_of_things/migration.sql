-- AlterTable
ALTER TABLE "things" ADD COLUMN     "identifiers" TEXT NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "thing_identifiers" (
    "thing_key" BIGINT NOT NULL,
    "identifier" TEXT NOT NULL,
    "developer" TEXT NOT NULL,

    CONSTRAINT "thing_identifiers_pkey" PRIMARY KEY ("thing_key","identifier")
);

-- CreateTable
CREATE TABLE "thing_aliases" (
    "id" UUID NOT NULL,
    "developer" TEXT NOT NULL,
    "thing_key" BIGINT NOT NULL,
    "key" BIGINT NOT NULL,
    "moves_history" BOOLEAN NOT NULL,
    "row" TEXT,
    "unit_keys" BIGINT[],
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thing_aliases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "thing_identifiers_developer_identifier_thing_key_idx" ON "thing_identifiers"("developer", "identifier", "thing_key");

-- CreateIndex
CREATE INDEX "thing_aliases_thing_key_idx" ON "thing_aliases"("thing_key");

-- AddForeignKey
ALTER TABLE "thing_identifiers" ADD CONSTRAINT "thing_identifiers_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thing_aliases" ADD CONSTRAINT "thing_aliases_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- The form in which identifiers are compared: lower case, and MAC addresses (EUI-48, EUI-64) as digits only.
CREATE FUNCTION "identifier_key"("given" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN lower("given") ~ '^(0x)?[0-9a-f]{2}([:-]?[0-9a-f]{2}){5}(([:-]?[0-9a-f]{2}){2})?$'
    THEN regexp_replace(lower("given"), '^0x|[:-]', '', 'g')
    ELSE lower("given") END
$$;

CREATE FUNCTION "store_thing_identifiers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "thing_identifiers" WHERE "thing_key" = NEW."key";
  END IF;
  INSERT INTO "thing_identifiers" ("thing_key", "identifier", "developer")
  SELECT DISTINCT NEW."key", "identifier_key"("listed"."one" ->> 'value'), NEW."developer"
  FROM json_array_elements(NEW."identifiers"::json) AS "listed"("one");
  RETURN NULL;
END $$;

CREATE TRIGGER "store_new_identifiers" AFTER INSERT ON "things"
FOR EACH ROW WHEN (NEW."identifiers" <> '[]') EXECUTE FUNCTION "store_thing_identifiers"();

CREATE TRIGGER "store_changed_identifiers" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (NEW."identifiers" <> OLD."identifiers") EXECUTE FUNCTION "store_thing_identifiers"();
