-- Which account, bridge or home at the vendor a client belongs to, as far as it is known: `id` and `name`.
ALTER TABLE "clients" ADD COLUMN "vendor_account" JSONB;
