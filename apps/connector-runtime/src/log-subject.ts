/** The account, client and technology that a log line is about. */
interface Subject {
  developer: string;
  client?: string;
  /** The connector type of the client. */
  type?: string;
}

const subjects = new WeakMap<Error, Partial<Subject>>();

/** Runs work and remembers its subject with any error it throws, for {@link subjectOf}. */
export async function about<T>(subject: Subject, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // Work for several clients may fail with one shared error, such as a lost connection.
    if (error instanceof Error) subjects.set(error, subjects.has(error) ? {} : subject);
    throw error;
  }
}

/** Returns the members to log about an error; none when its subject is unknown or ambiguous. */
export const subjectOf = (error: unknown): Partial<Subject> =>
  (error instanceof Error && subjects.get(error)) || {};

interface ClientColumns {
  id: string;
  developer: string;
  connectorType: string;
}

export const clientSubject = ({ id, developer, connectorType }: ClientColumns) => ({
  client: id,
  developer,
  type: connectorType,
});
