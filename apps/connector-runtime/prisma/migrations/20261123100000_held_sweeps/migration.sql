-- CreateTable
CREATE TABLE "held_sweeps" (
    "client_key" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "found" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    "waits" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "held_sweeps_pkey" PRIMARY KEY ("client_key")
);

-- AddForeignKey
ALTER TABLE "held_sweeps" ADD CONSTRAINT "held_sweeps_client_key_fkey" FOREIGN KEY ("client_key") REFERENCES "clients"("key") ON DELETE CASCADE ON UPDATE CASCADE;
