-- CreateTable
CREATE TABLE "thing_types" (
    "thing_key" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "developer" TEXT NOT NULL,

    CONSTRAINT "thing_types_pkey" PRIMARY KEY ("thing_key","type")
);

-- CreateIndex
CREATE INDEX "thing_types_developer_type_thing_key_idx" ON "thing_types"("developer", "type", "thing_key");

-- AddForeignKey
ALTER TABLE "thing_types" ADD CONSTRAINT "thing_types_thing_key_fkey" FOREIGN KEY ("thing_key") REFERENCES "things"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- The types of a thing are kept by whatever statement creates it or changes them.
CREATE FUNCTION "note_thing_types"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "thing_types" WHERE "thing_key" = NEW."key";
  END IF;
  INSERT INTO "thing_types" ("thing_key", "type", "developer")
  SELECT DISTINCT NEW."key", "listed"."type", NEW."developer"
  FROM json_array_elements_text("to_readable_json"(NEW."types")) AS "listed"("type");
  RETURN NULL;
END $$;

CREATE TRIGGER "note_new_types" AFTER INSERT ON "things"
FOR EACH ROW WHEN (NEW."types" <> '[]') EXECUTE FUNCTION "note_thing_types"();

CREATE TRIGGER "note_changed_types" AFTER UPDATE ON "things"
FOR EACH ROW WHEN (NEW."types" <> OLD."types") EXECUTE FUNCTION "note_thing_types"();

-- Those that are there already. The triggers have locked the table: nothing is created or changed meanwhile.
INSERT INTO "thing_types" ("thing_key", "type", "developer")
SELECT DISTINCT "things"."key", "listed"."type", "things"."developer"
FROM "things", json_array_elements_text("to_readable_json"("things"."types")) AS "listed"("type");
