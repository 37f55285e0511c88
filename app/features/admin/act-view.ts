export interface ActPerson {
  id: string;
  /** Null for a deleted account. */
  name: string | null;
  email: string | null;
}

export interface ActView {
  id: string;
  /** ISO 8601. */
  at: string;
  act: string;
  /** Null for the command line. */
  admin: ActPerson | null;
  person: ActPerson | null;
  reason: string;
  before: string;
  after: string;
}
