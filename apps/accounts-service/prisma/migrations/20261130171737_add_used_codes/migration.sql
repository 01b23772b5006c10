-- CreateTable
CREATE TABLE "used_codes" (
    "user_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "used" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_codes_pkey" PRIMARY KEY ("user_id","code")
);

-- CreateIndex
CREATE INDEX "used_codes_used_idx" ON "used_codes"("used");

-- AddForeignKey
ALTER TABLE "used_codes" ADD CONSTRAINT "used_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
