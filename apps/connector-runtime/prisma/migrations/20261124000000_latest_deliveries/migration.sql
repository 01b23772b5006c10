-- Built while deliveries are written, which only a migration of one statement can do.
CREATE INDEX CONCURRENTLY "deliveries_callback_key_status_key_idx" ON "deliveries"("callback_key", "status", "key");
