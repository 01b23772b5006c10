import { once } from 'node:events';
import { createServer } from 'node:http';
import { connectBroker } from '@trellis/messaging';
import { runService } from '@trellis/platform';
import { createBoard } from '../maintenance/queue-board/board.js';
import { queueBoardConfiguration } from '../maintenance/queue-board/configuration.js';

/** Shows the queues in Redis to operators. A separate process that nothing depends on. */
await runService({
  name: 'queue-board',
  configuration: queueBoardConfiguration,
  async start({ configuration, log, onClose }) {
    const { REDIS_URL, QUEUE_BOARD_MODE: mode, QUEUE_BOARD_PORT: port } = configuration;
    const broker = await connectBroker({
      redisUrl: REDIS_URL,
      databaseUrl: '',
      name: 'queue-board',
      onError: (error) => log.warn({ err: error }, 'message queue'),
    });
    onClose(() => broker.close());
    const board = createBoard(broker, {
      user: configuration.QUEUE_BOARD_USER,
      password: configuration.QUEUE_BOARD_PASSWORD,
      isReadOnly: mode === 'read-only',
    });
    const server = createServer((request, response) => void board(request, response));
    server.listen(port);
    await once(server, 'listening');
    onClose(async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    });
  },
});
