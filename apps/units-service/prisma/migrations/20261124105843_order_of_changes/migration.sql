-- A transaction gets its id when it first locks or writes something, and may change a thing after one with a later id.
-- Its change comes after that one's, too: by the latest transaction that had ended when the change was made, which the
-- statement of a trigger sees once it has waited for locks. Changes with the same number are in the order of their keys.
-- The number is never less than the id of the transaction, so that none appears before what has been read.
SET LOCAL lock_timeout = '10s';

-- AlterTable
ALTER TABLE "changes" ALTER COLUMN "xact" SET DEFAULT GREATEST(pg_current_xact_id(), ((pg_snapshot_xmax(pg_current_snapshot()))::text::bigint - 1)::text::xid8);
