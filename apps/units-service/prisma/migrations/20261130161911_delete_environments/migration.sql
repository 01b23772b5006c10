-- The erasure of a whole account has an empty subject, and refuses all subjects of the account.
CREATE OR REPLACE FUNCTION "refuse_erased_subjects"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "erasures" AS erasure JOIN "changed" AS added
    ON added."developer" = erasure."developer" AND erasure."subject" IN (added."id", '')
  ) THEN
    RAISE EXCEPTION 'the subject is being erased' USING ERRCODE = 'TR001';
  END IF;
  RETURN NULL;
END $$;
