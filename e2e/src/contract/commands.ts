/** The commands that a program of each client carries out, with what they take. */
export interface Commands {
  /** Uses a client for the commands that follow. */
  connect: {
    base_url: string;
    client_id: string;
    client_secret: string;
    subject?: string;
    max_attempts?: number;
  };
  /** Answers the id. */
  create_unit: { name: string; type: string };
  /** Answers the addresses of all pages. */
  list_units: { limit: number; type: string };
  /** Prints events of changed properties as they arrive, while other commands are carried out. */
  follow: { last_event_id: string };
  /** Verifies a message, with the body as received or as one that was parsed before; answers its id and type. */
  verify: { headers: Record<string, string>; body: string; secret: string; parsed?: boolean };
}

export type Command = { [Name in keyof Commands]: { do: Name } & Commands[Name] }[keyof Commands];
