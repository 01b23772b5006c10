import { type Page, Problem, type UsageRow } from '@trellis/contracts';
import {
  cursorParameter,
  itemsOfPages,
  listAnswer,
  pageOf,
  pageQuery,
  wantsTable,
} from '@trellis/operations';
import { z } from 'zod';
import {
  isUsageCursor,
  toFilter,
  usageColumns,
  usageQuery,
  usageResource,
} from '../accounts/usage-resource.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { ofOrganization, row, within } from './row.js';

const environmentUsage = usageResource
  .extend({ environment: z.string().describe('The id of the environment.') })
  .meta({ id: 'EnvironmentUsage' });

/** The environment that a page begins with, and the cursor in its usage. */
const cursorParts = z.tuple([
  z.string().max(256),
  z.string().max(2_048).refine(isUsageCursor).nullable(),
]);

function isCursor(text: string): boolean {
  try {
    return cursorParts.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const query = z.strictObject({
  ...usageQuery,
  limit: pageQuery.limit,
  cursor: cursorParameter(isCursor),
});

const answer = {
  status: 200,
  body: z.array(environmentUsage),
  csv: true,
  problems: problemsOf('environments.authorize'),
} as const;

/** How many rows a table reads at once. */
const readAtOnce = 1_000;

export const organizationUsageOperations: Operation[] = [
  operation.get(`${ofOrganization}/usage`, {
    ...row,
    id: 'getOrganizationUsage',
    summary: 'Retrieve usage of an organization',
    description: 'As `GET /usage`, of one environment after the other.',
    input: { query },
    answer,
    async handle({ query: given, header, hrefs, url, ...request }) {
      const filter = toFilter(given, request.idForms);
      const environments = await environmentsOf(request);
      const fetchPage = (page: ListPage) => readPage(request, { environments, filter, page });
      if (!wantsTable({ answer }, header)) {
        const found = await fetchPage(pageOf(given));
        return listAnswer(found, { base: hrefs.base, url }, (one) => one);
      }
      const { inTurn, streams, bearer } = request;
      const rows = itemsOfPages((limit, cursor) => inTurn(() => fetchPage({ limit, cursor })), {
        limit: readAtOnce,
        ...streams.open(bearer),
      });
      return { table: { columns: ['environment', ...usageColumns], rows } };
    },
  }),
];

type ListPage = Pick<Page, 'limit'> & { cursor?: string | undefined };
type Request = Pick<OperationRequest, 'accounts' | 'connectors' | 'bearer'> & {
  params: { id: string };
};

/** Returns the ids of the environments that are not deleted, for members. */
async function environmentsOf({ accounts, ...request }: Request): Promise<string[]> {
  const { person, organization } = within(request);
  const { organizations } = await accounts('organizations.list', { person });
  const found = organizations.find(({ id }) => id === organization);
  if (!found) throw new Problem('not_found', 'There is no such organization.');
  const open = found.environments.filter(({ deletion }) => deletion === undefined);
  // Throws for members who have to sign in with a second step.
  if (open[0]) await accounts('environments.authorize', { person, id: open[0].id });
  return open.map(({ id }) => id);
}

interface Reading {
  environments: string[];
  filter: ReturnType<typeof toFilter>;
  page: ListPage;
}

/** Reads a page, which ends where it is full or the last environment does. */
async function readPage({ connectors }: Request, { environments, filter, page }: Reading) {
  const [first, start] = page.cursor ? cursorParts.parse(JSON.parse(page.cursor)) : [];
  const items: (UsageRow & { environment: string })[] = [];
  let cursor = start ?? undefined;
  for (const environment of environments.slice(Math.max(0, environments.indexOf(first ?? '')))) {
    const limit = page.limit - items.length;
    if (limit === 0) return { items, next: JSON.stringify([environment, null]) };
    const caller = { developer: environment };
    const found = await connectors('usage.read', { caller, page: { limit, cursor }, filter });
    items.push(...found.items.map((one) => ({ environment, ...one })));
    if (found.next !== undefined) return { items, next: JSON.stringify([environment, found.next]) };
    cursor = undefined;
  }
  return { items };
}
