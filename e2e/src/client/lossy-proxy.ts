import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyProxy {
  address: string;
  /** Drops the next answers: the request is executed, but the connection ends. */
  loseAnswers(count: number): void;
  lost(): number;
  close(): void;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let toLose = 0;
  let lost = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const passed = forward(`${target}${url}`, { method, headers }, (answer) => {
      if (toLose > 0) {
        toLose -= 1;
        answer.resume().on('end', () => {
          lost += 1;
          outgoing.destroy();
        });
        return;
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    loseAnswers: (count) => (toLose = count),
    lost: () => lost,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
