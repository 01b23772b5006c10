import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { descriptionsQuery, instanceOf, instancesQuery } from '../api/connectors.js';
import { isOwnType } from '../api/types.js';
import { counted } from '../components/format.js';
import { LinkButton } from '../components/links.js';
import { Loaded } from '../components/list.js';
import { SearchField } from '../components/search-field.js';
import { Page } from '../components/page.js';
import { Status } from '../components/values.js';
import { CopyEnvironment } from '../people/copy-environment.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './connectors.module.css';
import { groupsOf, type Description, type Instance } from './groups.js';

export default function ConnectorsScreen() {
  const trellis = useTrellis();
  const descriptions = useQuery(descriptionsQuery(trellis));
  const { data: instances } = useQuery(instancesQuery(trellis));
  const [search, setSearch] = useState<string>();
  return (
    <Page
      title="Connectors"
      lead="Each connector links one technology. Set it up once, then connect a client for each end user."
      actions={
        <>
          <CopyEnvironment />
          <May scope="svc.connector">
            <LinkButton to="/connectors/new">New connector type</LinkButton>
          </May>
        </>
      }
    >
      <SearchField label="Search connectors" value={search} onChange={setSearch} />
      <Loaded query={descriptions} lines={6}>
        {(list) => {
          const groups = groupsOf(list, { instances, search });
          if (groups.length === 0) return <p role="status">No connector matches.</p>;
          return groups.map(({ title, members }) => (
            <section key={title} aria-label={title}>
              <h2 className={classes.category}>{title}</h2>
              <ul className={classes.grid}>
                {members.map((description) => (
                  <li key={description.id}>
                    <Connector
                      description={description}
                      instance={instanceOf(instances, description)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ));
        }}
      </Loaded>
    </Page>
  );
}

function Connector({ description, instance }: { description: Description; instance: Instance }) {
  const { type_id, name, description: about, logo, category } = description;
  return (
    <Link to="/connectors/$type" params={{ type: type_id }} className={classes.connector}>
      <h3 className={classes.name}>
        <Logo address={logo} />
        {name}
      </h3>
      <span className={classes.text}>{about}</span>
      <small className={classes.states}>
        <Status tone="calm">
          {instance ? counted(instance.clients.length, 'client') : 'Not set up'}
        </Status>
        {instance && category && <span>{category}</span>}
        {isOwnType(type_id) && <span>Your own</span>}
      </small>
    </Link>
  );
}

/** The logo of a technology; nothing if it cannot be loaded. */
function Logo({ address }: { address: string }) {
  const [isMissing, setIsMissing] = useState(address === '');
  if (isMissing) return null;
  return <img className={classes.logo} src={address} alt="" onError={() => setIsMissing(true)} />;
}
