-- When this service last observed the time, and when purging resumes after that has jumped ahead.
CREATE TABLE "purge_clock" (
    "singleton" BOOLEAN NOT NULL DEFAULT true CHECK ("singleton"),
    "observed" TIMESTAMPTZ(3) NOT NULL,
    "resumes" TIMESTAMPTZ(3),

    CONSTRAINT "purge_clock_pkey" PRIMARY KEY ("singleton")
);
INSERT INTO "purge_clock" ("observed") VALUES (now());
