-- CreateIndex
CREATE INDEX "clients_status_idx" ON "clients"("status");
