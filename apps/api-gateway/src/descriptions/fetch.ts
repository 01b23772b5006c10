import type { ConnectorDescription } from '@trellis/contracts';
import type { Hrefs } from '../http/hrefs.js';
import type { Services } from '../http/services.js';

/** Fetches the descriptions of all connectors. What names a picture of ours gets its address. */
export const fetchDescriptions =
  (connectors: Services['connectors'], hrefs: Hrefs) => async (): Promise<ConnectorDescription[]> =>
    (await connectors('descriptions.list', {})).map((description) => ({
      ...description,
      logo: /^[a-z]+$/.test(description.logo) ? hrefs.logo(description.logo) : description.logo,
    }));
