-- Built while units are written, which only a migration of one statement can do. Names are cut so that every one
-- fits an entry of an index.
CREATE INDEX CONCURRENTLY "units_developer_folded_name_key_idx"
ON "units" ("developer", ("left"("fold_text"("name"), 120) COLLATE "C"), "key");
