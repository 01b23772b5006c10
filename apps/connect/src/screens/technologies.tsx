import { useState } from 'react';
import type { Agent, Found, Page, Technology } from '../api.js';
import { OwnHome } from './own-home.js';
import { Sign } from './icons.js';
import { groupsOf, matches } from './choices.js';
import { Screen } from './screen.js';
import { useWords } from '../texts/words-context.js';

/** Number of technologies from which on there are a search field and categories. */
const manyTechnologies = 7;

interface TechnologiesProps {
  page: Page;
  onChoose(technology: Technology): void;
  onOpen(client: string): void;
  onFound(found: Found): void;
  /** Begins to connect a home. */
  onHome(): void;
  onRemoveHome(agent: Agent): void;
}

export function Technologies({ page, onChoose, onOpen, onFound, ...home }: TechnologiesProps) {
  const words = useWords();
  const [search, setSearch] = useState('');
  const { technologies, clients } = page;
  const offered = technologies.filter((technology) => technology.offered);
  const found = offered.filter((technology) => matches(technology, search));
  return (
    <Screen title={words.chooseTitle}>
      {offered.length === 0 ? (
        <p>{words.nothingToConnect}</p>
      ) : (
        <p>{words.chooseIntro(page.branding?.name ?? words.theApp)}</p>
      )}
      <FoundAtHome page={page} onFound={onFound} />
      {offered.length >= manyTechnologies && (
        <input
          type="search"
          className="search"
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {offered.length < manyTechnologies ? (
        <Choices technologies={found} onChoose={onChoose} />
      ) : (
        groupsOf(found, words.otherCategory).map(({ category, technologies: members }) => (
          <section key={category} aria-label={category}>
            <h2>{category}</h2>
            <Choices technologies={members} onChoose={onChoose} />
          </section>
        ))
      )}
      {offered.some(({ local }) => local) && <OwnHome agents={page.agents} {...home} />}
      <p role="status">{search && found.length === 0 ? words.nothingFound : ''}</p>
      {clients.length > 0 && (
        <>
          <h2>{words.yours}</h2>
          <ul className="choices">
            {clients.map(({ id, type_id, name, status, paused }) => (
              <li key={id}>
                <button type="button" onClick={() => onOpen(id)}>
                  <span className={`dot ${paused ? 'STARTING' : status}`} aria-hidden="true" />
                  <span className="text">
                    <strong>
                      {[nameOf(technologies, type_id), name].filter(Boolean).join(' – ')}
                    </strong>
                    <span>{paused ? words.problems.paused.title : words.statusOf[status]}</span>
                  </span>
                  <Sign name="next" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

function Choices({
  technologies,
  onChoose,
}: Pick<TechnologiesProps, 'onChoose'> & { technologies: Technology[] }) {
  return (
    <ul className="choices">
      {technologies.map((technology) => (
        <li key={technology.type_id}>
          <button type="button" onClick={() => onChoose(technology)}>
            <Logo technology={technology} />
            <span className="text">
              <strong>{technology.name}</strong>
              <span>{technology.description}</span>
            </span>
            <Sign name="next" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The technologies that agents have found in the home. */
function FoundAtHome({ page, onFound }: Pick<TechnologiesProps, 'page' | 'onFound'>) {
  const words = useWords();
  const { found, technologies } = page;
  if (found.length === 0) return null;
  return (
    <>
      <h2>{words.foundTitle}</h2>
      <ul className="choices">
        {found.map((one) => {
          const technology = technologies.find(({ type_id }) => type_id === one.type_id);
          return (
            technology && (
              <li key={`${one.agent} ${one.type_id} ${one.name}`}>
                <button type="button" onClick={() => onFound(one)}>
                  <Logo technology={technology} />
                  <span className="text">
                    <strong>{one.name}</strong>
                    <span>{technology.name}</span>
                  </span>
                  <Sign name="next" />
                </button>
              </li>
            )
          );
        })}
      </ul>
      <h2>{words.allTechnologies}</h2>
    </>
  );
}

/** The logo of a technology, or the first letter of its name if there is no logo. */
function Logo({ technology: { name, logo } }: { technology: Technology }) {
  const [isMissing, setIsMissing] = useState(logo === '');
  if (isMissing) return <Initial name={name} />;
  return <img className="logo" src={logo} alt="" onError={() => setIsMissing(true)} />;
}

export const Initial = ({ name }: { name: string }) => (
  <span className="initial" aria-hidden="true">
    {[...name][0]}
  </span>
);

const nameOf = (technologies: Technology[], type: string): string =>
  technologies.find(({ type_id }) => type_id === type)?.name ?? type;
