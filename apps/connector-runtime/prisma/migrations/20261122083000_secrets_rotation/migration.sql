-- CreateTable
CREATE TABLE "outdated_secrets" (
    "developer" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "outdated_secrets_pkey" PRIMARY KEY ("developer","key")
);

-- CreateTable
CREATE TABLE "secrets_keys" (
    "id" TEXT NOT NULL,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "surveyed" TIMESTAMPTZ(3),

    CONSTRAINT "secrets_keys_pkey" PRIMARY KEY ("id")
);
