-- Encrypted codes cannot be hashed here. Their owners get new ones by turning two-step sign-in off and on.
UPDATE "accounts"."two_factors" SET "backup_codes" = '[]';
