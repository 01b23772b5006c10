/** Whom and what a line of the log is about. */
interface Subject {
  developer: string;
  client?: string;
  /** The connector type of the client. */
  type?: string;
}

const subjects = new WeakMap<Error, Partial<Subject>>();

/** Runs something. Of what it throws, {@link subjectOf} tells whoever logs it what it is about. */
export async function about<T>(subject: Subject, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // What several wait for, such as a connection, may fail with one error for all of them.
    if (error instanceof Error) subjects.set(error, subjects.has(error) ? {} : subject);
    throw error;
  }
}

/** The members of a line about an error; none, if it is not known what it is about. */
export const subjectOf = (error: unknown): Partial<Subject> =>
  (error instanceof Error && subjects.get(error)) || {};
