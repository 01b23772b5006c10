import {
  digestOfSubject,
  environmentDeleted,
  erasuresTopic,
  erasureUnderWay,
  wholeAccount,
  type Caller,
  type ConnectorsContract,
} from '@trellis/contracts';
import type { RpcClient, SubscribeHints } from '@trellis/messaging';

/** How often the list is read again, since hints may be lost (ms); and after a failure. */
const reloadMs = 10_000;
const retryMs = 1_000;

/**
 * The subjects that are being erased, and the accounts that were deleted. Until this gateway knows of one, the services refuse what creates something for it,
 * and the erasure finds everything else.
 */
export interface RunningErasures {
  /** Throws `environment_deleted` for a caller of such an account, and `erasure_under_way` for such a subject. */
  refuse(caller: Caller): void;
  /** Reads the list again. */
  reload(): Promise<void>;
  stop(): void;
}

interface Needs {
  connectors: RpcClient<ConnectorsContract>;
  subscribe: SubscribeHints;
}

export function followErasures({ connectors, subscribe }: Needs): RunningErasures {
  let running = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function reload(): Promise<void> {
    clearTimeout(timer);
    const listed = await connectors('erasures.running', {}).catch(() => undefined);
    if (listed) running = new Set(listed.subjects);
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void reload(), listed ? reloadMs : retryMs).unref();
  }

  const topic = subscribe(erasuresTopic, () => void reload()).catch(() => undefined);
  void reload();
  return {
    refuse({ developer, subject }) {
      if (running.size === 0) return;
      if (running.has(digestOfSubject({ developer, subject: wholeAccount }))) {
        throw environmentDeleted();
      }
      if (subject === undefined) return;
      if (running.has(digestOfSubject({ developer, subject }))) throw erasureUnderWay();
    },
    reload,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      void topic.then((subscription) => subscription?.end());
    },
  };
}
