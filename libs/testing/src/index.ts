export { startAgentProgram, type AgentProgram } from './agent-program.js';
export { writeConnectorPackage } from './connector-package.js';
export { backends, testBroker, type TestBroker } from './brokers.js';
export { onlyDate } from './clock.js';
export { createDatabase, createMigratedDatabase } from './database.js';
export { freePort } from '@trellis/local-postgres';
export { startButton } from './homes/button.js';
export { ChangeTimes } from './homes/change-times.js';
export { followEvents } from './homes/follow-events.js';
export { startThermometers } from './homes/thermometers.js';
export { startChanges } from './homes/changes.js';
export { startHttpServer, type HttpServer, type ReceivedRequest } from './http-server.js';
export {
  installedPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.js';
export { startMosquitto, type MosquittoOptions, type TestMosquitto } from './mosquitto.js';
export { startPostgresImage, type PostgresImage } from './postgres-image.js';
export { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp.js';
export { installed } from './program.js';
export { loadStatements, statementsReadingWhole, tablesReadWhole } from './plans.js';
export { descendantsOf } from './processes.js';
export { startRedis, type TestRedis } from './redis.js';
export { startRedisCluster, type TestRedisCluster } from './redis-cluster.js';
export { isRunning, recordChildProcesses } from './child-processes.js';
export { recordStatements, tablesLeftBy } from './tables.js';
export { eventually, waitFor } from './wait-for.js';
export {
  allScopes,
  newAccount,
  pauseClients,
  request,
  signToken,
  type Account,
  type ApiAnswer,
  type ApiRequest,
} from './api.js';
export {
  launch,
  launchTool,
  serviceNames,
  startStack,
  type ServiceName,
  type Stack,
  type StackOptions,
} from './stack.js';
export { openSharedStack, type SharedStack } from './shared-stack.js';
export { borrowStack, type BorrowedStack } from './borrowed-stack.js';
export { answerOne, answerBatch } from './batches.js';
export { simulatorClient, simulatorInstance } from './simulator.js';
