import { type LogoType, logoTypes, Problem, typeLimits } from '@trellis/contracts';
import { expectedBy } from '@trellis/operations';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';

const tag = 'Connectors';

const path = '/api/v1/connectors/types/:id/logo';

export const logoOperations: Operation[] = [
  operation.put(path, {
    tag,
    id: 'setConnectorTypeLogo',
    summary: 'Replace logo of connector type',
    description:
      'PNG, WebP, JPEG or SVG with at most 64 KiB, 2048 pixels wide and high. An SVG has shapes and styles alone: ' +
      'scripts, links, copies (`use`) and what loads something are refused.',
    access: { scope: 'svc.connector', subject: 'none' },
    input: { bytes: { max: typeLimits.logoBytes, types: logoTypes } },
    answer: {
      status: 204,
      problems: ['unsupported_media_type', ...problemsOf('types.put_logo')],
    },
    audit: { resource: 'connector_type' },
    async handle({ connectors, caller, params: { id }, bytes, ...request }) {
      const logo = { type: typeOf(request), bytes: bytes.toString('base64') };
      const expected = expectedBy(request.header);
      await connectors('types.put_logo', { caller, type_id: id, logo, ...expected });
    },
  }),
  operation.get(path, {
    tag,
    id: 'getConnectorTypeLogo',
    summary: 'Retrieve logo of connector type',
    description: 'The picture as it was sent.',
    access: { scope: 'svc.connector.read', subject: 'none' },
    answer: { status: 200, files: logoTypes },
    async handle({ connectors, caller, params }) {
      const { id, ...found } = await connectors('types.read_logo', { caller, type_id: params.id });
      return { ...toFile(found), etag: id };
    },
  }),
  operation.get('/api/v1/connectors/logos/:logo', {
    tag,
    id: 'getLogo',
    summary: 'Retrieve logo',
    description:
      'For pages, which send no access token: the address is that of `logo` in a description, and nobody can guess it.',
    access: { scope: 'public' },
    answer: {
      status: 200,
      files: logoTypes,
      unversioned: 'Another logo has another address.',
    },
    async handle({ connectors, params: { logo } }) {
      const found = await connectors('types.find_logo', { logo });
      const headers = {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      };
      return { ...toFile(found), headers };
    },
  }),
];

/** The security headers of all data let no script run, should a browser open the picture as a page. */
const toFile = ({ type, bytes }: { type: LogoType; bytes: string }) => ({
  file: { mediaType: type, bytes: Buffer.from(bytes, 'base64') },
});

function typeOf({ header }: Pick<OperationRequest, 'header'>): LogoType {
  const sent = header('Content-Type')?.split(';')[0]!.trim().toLowerCase();
  const type = logoTypes.find((known) => known === sent);
  if (type !== undefined && header('Content-Encoding') === undefined) return type;
  const detail = `The body must be ${logoTypes.join(', ')}, without an encoding.`;
  throw new Problem('unsupported_media_type', detail);
}
