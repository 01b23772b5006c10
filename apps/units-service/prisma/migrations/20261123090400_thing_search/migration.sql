CREATE INDEX CONCURRENTLY "things_search_idx"
ON "things" USING gin ("developer", "fold_text"(COALESCE("own_title", "title")) "gin_trgm_ops");
