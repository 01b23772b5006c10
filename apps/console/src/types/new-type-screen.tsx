import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { NewType } from '../api/types.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { templateText } from './template.js';
import { TypeEditor } from './type-editor.js';

export default function NewTypeScreen() {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  async function create(type: unknown) {
    const { data } = await trellis.post('/connectors/types', { body: type as NewType });
    await queries.invalidateQueries({ queryKey: ['descriptions'] });
    await navigate({ to: '/connectors/$type', params: { type: data.type_id } });
  }
  return (
    <Page
      title="New connector type"
      back={<Link to="/connectors">Connectors</Link>}
      lead="A description of an HTTP API becomes a connector of your account, with a name and a logo. Nobody else sees it."
    >
      <Card>
        <TypeEditor text={templateText} submitLabel="Create" onSubmit={create} />
      </Card>
    </Page>
  );
}
