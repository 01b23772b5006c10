import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { putLogo, type NewVersion } from '../api/types.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { draftOf, typeIdFor } from './draft.js';
import { LogoField } from './logo-field.js';
import { template } from './template.js';
import { TypeForm } from './type-form.js';

const example = draftOf(template);

export default function NewTypeScreen() {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [typedId, setTypedId] = useState<string>();
  const [logo, setLogo] = useState<File>();
  const [created, setCreated] = useState<string>();
  const idFor = (name: string) => created ?? typedId ?? typeIdFor(name);
  async function create(version: NewVersion) {
    const type = idFor(version.name);
    if (created === undefined) {
      await trellis.post('/connectors/types', { body: { ...version, type_id: type } });
      setCreated(type);
    }
    if (logo) await putLogo(trellis, type, logo);
    await queries.invalidateQueries({ queryKey: ['descriptions'] });
    await navigate({ to: '/connectors/$type', params: { type } });
  }
  return (
    <Page
      title="New connector type"
      back={<Link to="/connectors">Connectors</Link>}
      lead="A description of an HTTP API becomes a connector of your account, with a name and a logo. Nobody else sees it. The example is complete: change it to your API."
    >
      <Card>
        <TypeForm
          initial={example}
          submitLabel={created === undefined ? 'Create' : 'Upload the logo'}
          onSubmit={create}
        >
          {({ name }, errorAt) => (
            <>
              <TextInput
                label="Type id"
                description="The connector_type_id of instances and clients, which never changes."
                required
                maxLength={64}
                pattern="x-[a-z0-9](-?[a-z0-9])*"
                title="x- and lower-case letters, digits and -"
                readOnly={created !== undefined}
                value={idFor(name)}
                onChange={({ target }) => setTypedId(target.value)}
                error={errorAt('/type_id')}
              />
              <LogoField onChoose={setLogo} />
            </>
          )}
        </TypeForm>
      </Card>
    </Page>
  );
}
