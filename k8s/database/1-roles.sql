-- A role for each service, which owns its schema and can reach no other: run as a role that may create roles, in the
-- database of Trellis, before its migrations. To run it again changes nothing. An installation that had one role for
-- everything hands over its schemas, which locks their tables for a moment; its services can run on meanwhile.
-- The roles cannot log in before they have passwords: 2-passwords.sql sets them, or \password of psql.
SET lock_timeout = '10s';

DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY[
    'trellis_units', 'trellis_connectors', 'trellis_accounts', 'trellis_queues'
  ] LOOP
    IF to_regrole(role) IS NULL THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
    -- Without this, only a superuser could create something for it.
    IF NOT pg_has_role(role, 'USAGE') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role);
    END IF;
  END LOOP;
  -- BullMQ says CREATE SCHEMA IF NOT EXISTS at every start, for which this is needed even where it does.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO trellis_queues', current_database());
END $$;

CREATE SCHEMA IF NOT EXISTS units AUTHORIZATION trellis_units;
CREATE SCHEMA IF NOT EXISTS connectors AUTHORIZATION trellis_connectors;
CREATE SCHEMA IF NOT EXISTS accounts AUTHORIZATION trellis_accounts;
CREATE SCHEMA IF NOT EXISTS trellis_queues AUTHORIZATION trellis_queues;

-- Otherwise the migrations would create them, for which their role would need CREATE on the database.
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA units;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA units;

-- What others own in the schemas: all but extensions, and what belongs to one, or to a column, as sequences do.
DO $$
DECLARE
  command text;
BEGIN
  FOR command IN
    WITH handed_over AS (
      SELECT schema.oid, schema.nspname, owner
      FROM (VALUES
        ('units', 'trellis_units'),
        ('connectors', 'trellis_connectors'),
        ('accounts', 'trellis_accounts'),
        ('trellis_queues', 'trellis_queues')
      ) AS owners (name, owner)
      JOIN pg_namespace AS schema ON schema.nspname = name AND schema.nspowner <> owner::regrole
    )
    -- First, since whoever is to own something in a schema must be allowed to create it there.
    SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, owner) FROM handed_over
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO %I', object.type, object.identity, owner)
    FROM handed_over
    JOIN pg_depend AS member
      ON member.refclassid = 'pg_namespace'::regclass AND member.refobjid = handed_over.oid,
      LATERAL pg_identify_object(member.classid, member.objid, 0) AS object
    WHERE object.type <> 'extension' AND NOT EXISTS (
      SELECT FROM pg_depend AS whole
      WHERE (whole.classid, whole.objid) = (member.classid, member.objid)
        AND (whole.deptype = 'e' OR object.type = 'sequence' AND whole.deptype IN ('a', 'i'))
    )
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
