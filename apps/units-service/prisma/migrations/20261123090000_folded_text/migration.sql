-- Names and titles are searched by their trigrams. Both extensions are trusted: whoever may create in the database
-- may create them. Statements and indexes find them in this schema only.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

DO $$
DECLARE
  elsewhere text := (
    SELECT string_agg(format('ALTER EXTENSION %I SET SCHEMA %I', "extname", current_schema()), '; ')
    FROM "pg_extension"
    WHERE "extname" IN ('pg_trgm', 'btree_gin') AND "extnamespace" <> current_schema()::regnamespace
  );
BEGIN
  IF elsewhere IS NOT NULL THEN
    RAISE EXCEPTION 'Extensions are in another schema. Move them, or use a database of its own: %', elsewhere;
  END IF;
END $$;

-- A text without case and accents, by which it is sorted and searched. It depends on no setting and no dictionary, so
-- that indexes may hold it. Normalization (Unicode, Annex 15) and the case of characters that exist never change.
CREATE FUNCTION "fold_text"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  -- Of ASCII alone, which is several times faster.
  WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "C"
  ELSE replace(replace(replace(translate(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "C",
    'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
END COLLATE "C";
