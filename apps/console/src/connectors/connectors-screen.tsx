import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { descriptionsQuery, instanceOf, instancesQuery } from '../api/connectors.js';
import { isOwnType } from '../api/types.js';
import { counted } from '../components/format.js';
import { LinkButton } from '../components/links.js';
import { Loaded } from '../components/list.js';
import { Page } from '../components/page.js';
import { Status } from '../components/values.js';
import { CopyEnvironment } from '../people/copy-environment.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './connectors.module.css';

export default function ConnectorsScreen() {
  const trellis = useTrellis();
  const descriptions = useQuery(descriptionsQuery(trellis));
  const { data: instances } = useQuery(instancesQuery(trellis));
  const stateOf = (id: number) => {
    const instance = instanceOf(instances, { id });
    if (!instance) return <Status tone="calm">Not set up</Status>;
    return <Status tone="calm">{counted(instance.clients.length, 'client')}</Status>;
  };
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
      <Loaded query={descriptions} lines={6}>
        {(list) => (
          <ul className={classes.grid}>
            {list.map(({ id, type_id, name, description, logo, category }) => (
              <li key={id}>
                <Link
                  to="/connectors/$type"
                  params={{ type: type_id }}
                  className={classes.connector}
                >
                  <h2 className={classes.name}>
                    <Logo address={logo} />
                    {name}
                  </h2>
                  <span className={classes.text}>{description}</span>
                  <small className={classes.states}>
                    {stateOf(id)}
                    {category && <span>{category}</span>}
                    {isOwnType(type_id) && <span>Your own</span>}
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}

/** The logo of a technology; nothing if it cannot be loaded. */
function Logo({ address }: { address: string }) {
  const [isMissing, setIsMissing] = useState(address === '');
  if (isMissing) return null;
  return <img className={classes.logo} src={address} alt="" onError={() => setIsMissing(true)} />;
}
