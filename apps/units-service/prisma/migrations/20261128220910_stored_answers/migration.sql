-- The answers that count for what a developer may store; see `requests.end`.
CREATE INDEX "requests_large_answer_idx" ON "requests"("developer") WHERE octet_length("answer") > 4096;
