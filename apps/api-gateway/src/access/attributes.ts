import { attributes, Problem, type Attributes } from '@trellis/contracts';
import { deepParameter, type Bearer } from '@trellis/operations';

/** The query parameter that selects resources by attributes. */
export const attributesQuery = {
  attributes: deepParameter(
    attributes,
    'Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to ' +
      'a subject.',
  ),
};

/** Refuses attributes of end users, to whom those of the app are not shown: neither can they set them, nor look for them. */
export function requireOwnAttributes({ subject }: Bearer, given: unknown): void {
  if (given === undefined || subject === undefined) return;
  throw new Problem(
    'bound_to_subject',
    'attributes: are of the app alone; the access token is bound to a subject.',
  );
}

/** Returns a resource as the bearer sees it: end users do not see attributes. */
export function withOwnAttributes<Resource extends { attributes?: Attributes | undefined }>(
  { subject }: Bearer,
  resource: Resource,
): Resource {
  if (subject === undefined || resource.attributes === undefined) return resource;
  return { ...resource, attributes: undefined };
}
