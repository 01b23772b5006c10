CREATE INDEX CONCURRENTLY "units_search_idx"
ON "units" USING gin ("developer", "fold_text"("name") "gin_trgm_ops");
