/** The state that the public interface shows, in the terms of the model. */
export interface Snapshot {
  facts: Map<string, string>;
  /** Contradictions that no request explains. */
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

/** Returns the id at the end of a reference. */
export const lastSegment = ({ href }: Reference) => decodeURIComponent(href.split('/').at(-1)!);
