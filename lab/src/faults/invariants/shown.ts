/** Everything that the public interface shows, as the model names it. */
export interface Snapshot {
  facts: Map<string, string>;
  /** What cannot be, whatever was requested. */
  violations: string[];
}

export interface Reference {
  href: string;
}

export interface ShownUnit {
  id: string;
  properties: { name: string; value: unknown }[];
  things: Reference[];
  children: Reference[];
  parents: Reference[];
  subjects: Reference[];
}

export interface ShownClient {
  id: string;
  subject: Reference;
  status: string;
  mappings: { connector_thing_id: string; thing_id: string }[];
}

/** A Thing Description. */
export interface ShownThing {
  /** `urn:uuid:…` */
  id: string;
  title: string;
  properties: Record<string, { value?: unknown }>;
  /** Its client, or the app. */
  created_by: { href?: string; app?: string };
  subject?: Reference;
}

export interface ShownSubject {
  id: string;
  units: Reference[];
  things: Reference[];
}

/** What a reference ends with: the id. */
export const lastSegment = ({ href }: Reference) => decodeURIComponent(href.split('/').at(-1)!);
