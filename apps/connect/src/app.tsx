import { isProblem } from '@trellis/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  createApi,
  type Api,
  type Client,
  type Configuration,
  type Page,
  type Technology,
} from './api.js';
import { ChangeForm, ConnectorForm, type Entered, type Named } from './form/connector-form.js';
import { Connection } from './screens/connection.js';
import { Ending } from './screens/ending.js';
import { Home } from './home/home.js';
import { RemoveHome } from './home/remove-home.js';
import { Footer, Header, paint } from './screens/frame.js';
import { Loading } from './screens/screen.js';
import { Technologies } from './screens/technologies.js';
import {
  firstView,
  forgetSession,
  hasHome,
  isPaired,
  leave,
  type Opened,
  type Outcome,
  type View,
} from './session/session.js';
import { translated } from './texts/translated.js';
import { useWords, WordsContext } from './texts/words-context.js';
import { languageOf, wordsOf, type Words } from './texts/words.js';

export function App({ opened }: { opened: Opened }) {
  const [page, setPage] = useState<Page>();
  const [view, setView] = useState<View>();
  const api = useMemo(() => createApi(opened.token ?? ''), [opened.token]);
  const fail = useCallback((error: unknown) => {
    setView(
      isProblem(error, 'invalid_token')
        ? { screen: 'expired', isRevoked: error.reason === 'revoked' }
        : { screen: 'failed', error },
    );
  }, []);
  const load = useCallback(async () => {
    try {
      const found = await api.readPage();
      const shown = translated(found, languageOf(found.language, navigator.languages));
      setPage(shown);
      setView((before) => before ?? firstView(shown, opened));
    } catch (error) {
      fail(error);
    }
  }, [api, fail, opened]);

  useEffect(() => {
    if (opened.token === undefined) setView({ screen: 'expired' });
    else void load();
  }, [load, opened.token]);
  useEffect(() => {
    document.documentElement.lang = languageOf(page?.language, navigator.languages);
    if (page?.branding?.color) paint(page.branding.color);
  }, [page]);

  const isExpired = view?.screen === 'expired';
  useEffect(() => {
    if (isExpired) forgetSession();
  }, [isExpired]);

  const end = (outcome: Outcome) => {
    forgetSession();
    if (page?.return_url !== undefined) leave(page.return_url, outcome);
    setView({ screen: 'done' });
  };
  const props = { page, view, api, opened, show: setView, fail, load, end };
  return (
    <WordsContext value={wordsOf(languageOf(page?.language, navigator.languages))}>
      <div className="shell">
        <Header name={page?.branding?.name} subjectName={page?.subject_name} />
        <main>{view ? <Shown {...props} view={view} /> : <Loading />}</main>
        <Footer page={page} view={view} onCancel={() => end({ status: 'cancelled' })} />
      </div>
    </WordsContext>
  );
}

interface ShownProps {
  page: Page | undefined;
  view: View;
  api: Api;
  opened: Opened;
  show(view: View | undefined): void;
  fail(error: unknown): void;
  load(): Promise<void>;
  end(outcome: Outcome): void;
}

function Shown(props: ShownProps) {
  const { page, view } = props;
  if (view.screen === 'expired' || view.screen === 'failed' || view.screen === 'done') {
    return <Ending {...props} />;
  }
  return page ? <Steps {...props} page={page} view={view} /> : <Loading />;
}

type StepView = Exclude<View, { screen: 'expired' | 'failed' | 'done' }>;

function Steps(props: ShownProps & { page: Page; view: StepView }) {
  const { page, view, api, opened, show, fail, load, end } = props;
  const words = useWords();
  const [entered, setEntered] = useState<Record<string, Entered>>({});
  const { technologies, clients } = page;
  const technologyOf = (type: string) =>
    technologies.find(({ type_id }) => type_id === type) ?? unknown(type);
  const choose = () => {
    show({ screen: 'choice' });
    void load();
  };

  async function create(technology: Technology, given: Entered, named: Named) {
    const client = await api
      .create(technology.type_id, { configuration: given.configuration, ...named })
      .catch((error: unknown) => {
        const existing = isProblem(error, 'already_exists') && error.existing?.href;
        if (!existing || technology.clients_per_subject > 1) throw error;
        show({
          screen: 'connection',
          client: lastSegment(existing),
          message: words.alreadyConnected,
        });
      });
    if (client === undefined) return;
    setEntered((before) => ({ ...before, [client]: given }));
    if (technology.connect.method === 'oauth2') {
      window.location.assign(await api.authorize(client));
      return;
    }
    show({ screen: 'connection', client });
  }

  async function change(client: string, given: Entered, patch: Configuration) {
    await api.changeConfiguration(client, patch);
    setEntered((others) => ({ ...others, [client]: given }));
    show({ screen: 'connection', client });
  }

  switch (view.screen) {
    case 'choice':
      return (
        <Technologies
          page={page}
          onOpen={(client) => show({ screen: 'connection', client })}
          onHome={() => show({ screen: 'home' })}
          onRemoveHome={(agent) => show({ screen: 'remove-home', agent })}
          onFound={(found) =>
            show({ screen: 'form', technology: technologyOf(found.type_id), found })
          }
          onChoose={(technology) => {
            const own = clients.filter(({ type_id }) => type_id === technology.type_id);
            const isFull = own.length >= technology.clients_per_subject;
            if (own[0] && isFull) show({ screen: 'connection', client: own[0].id });
            else show({ screen: 'form', technology });
          }}
        />
      );
    case 'home':
      return <Home api={api} onBack={choose} onConnected={choose} onError={fail} />;
    case 'remove-home':
      return (
        <RemoveHome
          agent={view.agent}
          onRemove={() => api.removeAgent(view.agent.id).then(choose, fail)}
          onBack={choose}
        />
      );
    case 'form':
      return (
        <ConnectorForm
          agents={view.technology.local ? page.agents.filter(isPaired) : []}
          found={view.found}
          onHome={view.technology.local ? () => show({ screen: 'home' }) : undefined}
          technology={view.technology}
          needsName={view.technology.clients_per_subject > 1}
          onBack={hasChoice(page) ? choose : undefined}
          onExpired={fail}
          onSubmit={(given, named) => create(view.technology, given, named)}
        />
      );
    case 'change':
      return (
        <ChangeForm
          api={api}
          client={view.client}
          technology={view.technology}
          entered={entered[view.client]}
          onBack={() => show({ screen: 'connection', client: view.client })}
          onError={fail}
          onSubmit={(given, patch) => change(view.client, given, patch)}
        />
      );
    case 'connection':
      return (
        <Connection
          key={view.client}
          api={api}
          id={view.client}
          technologyOf={technologyOf}
          onError={fail}
          configuration={entered[view.client]?.configuration}
          message={view.message ?? returnedMessage(opened, view.client, words)}
          isOtherAccount={returnedError(opened, view.client) === 'other_account'}
          onBack={hasChoice(page, view.client) ? choose : undefined}
          onAnother={hasChoice(page, view.client) ? choose : undefined}
          onChange={(technology) => show({ screen: 'change', client: view.client, technology })}
          onDone={(client) => end(outcomeOf(client))}
        />
      );
  }
}

/** Tells whether there is anything to choose other than the client that is shown. */
function hasChoice(page: Page, shown?: string): boolean {
  const { client, technologies, clients } = page;
  const offered = technologies.filter((technology) => technology.offered);
  const room = offered.reduce((sum, { clients_per_subject: most }) => sum + most, 0);
  const hasOthers = clients.some(({ id }) => id !== shown);
  return client === undefined && (room > 1 || hasOthers || hasHome(page));
}

const outcomeOf = ({ id, status, paused }: Client): Outcome => ({
  status: status === 'STARTED' && !paused ? 'connected' : 'pending',
  client: id,
});

const returnedError = ({ returned }: Opened, client: string): string | undefined =>
  returned?.client === client ? returned.error : undefined;

function returnedMessage(opened: Opened, client: string, words: Words): string | undefined {
  const error = returnedError(opened, client);
  if (error === undefined) return undefined;
  return error === 'other_account' ? words.otherAccount : words.signInFailed;
}

const lastSegment = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Stands in for a technology that is no longer offered, of which only the type is known. */
const unknown = (type: string): Technology => ({
  type_id: type,
  name: type,
  description: '',
  logo: '',
  connect: { method: 'form', steps: [] },
  clients_per_subject: 1,
  configuration_schema: {},
  offered: false,
  local: false,
});
