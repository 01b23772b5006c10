CREATE INDEX CONCURRENTLY "things_developer_folded_title_key_idx"
ON "things" ("developer", ("left"("fold_text"(COALESCE("own_title", "title")), 120) COLLATE "C"), "key");
