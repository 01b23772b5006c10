import { useQuery } from '@tanstack/react-query';
import { callbackQuery } from '../api/callbacks.js';
import { Loaded } from '../components/list.js';
import { Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { Deliveries } from './deliveries.js';
import { Registration } from './registration.js';
import { Subscriptions } from './subscriptions.js';
import { VerifyMessage } from './verify.js';

export default function CallbacksScreen() {
  const query = useQuery(callbackQuery(useTrellis()));
  return (
    <Page
      title="Callbacks"
      lead="The address of your app to which Trellis posts actions of its things, and the events it subscribes to."
    >
      <Loaded query={query}>
        {(callback) => (
          <>
            <Registration callback={callback} />
            {callback && <Deliveries />}
          </>
        )}
      </Loaded>
      <Subscriptions />
      <VerifyMessage />
    </Page>
  );
}
