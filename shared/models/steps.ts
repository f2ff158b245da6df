/**
 * Steps of a validation library in `update-user`, without a server: `validators` measures them in process. They are in
 * `servers/<folder>/steps.ts`, in the folder of the library's barest server, or in `validators/<folder>/steps.ts` where
 * it has none, as `export const steps: Steps`. A folder that is built makes `dist/steps.js` of it.
 */
import type { User } from './user.ts'

/** A library may be asynchronous, in all of its steps but `stringify`. */
type Given<T> = T | Promise<T>

export interface Steps {
  /** The library as readers know it, such as `ajv`; two ways to use one library have a name each. */
  library: string
  /** The npm package whose installed version is shown; null where the steps are written by hand. */
  package: string | null
  /**
   * Returns whether a parsed JSON value is a user whose `lastUpdate` is still a string in the form of an ISO 8601 date
   * and time. `parse` may check that such a date exists. Only the library itself may allocate.
   */
  validate(body: unknown): Given<boolean>
  /**
   * The user that a parsed JSON value is, `lastUpdate` made a `Date`: as the folder's server does it, with the library's own
   * transforms where it has them. Null where the value is refused.
   */
  parse(body: unknown): Given<User | null>
  /** The user as JSON text, as the folder's server writes it. */
  stringify(user: User): string
  /**
   * The first flaw that is found in a value that `parse` refuses, as the library tells it, `undefined` where there is none;
   * null where the library does not stop at the first. JSON of it names the field.
   */
  firstError: ((body: unknown) => unknown) | null
  /** All flaws of such a value, none where it has none; null where the library stops at the first. */
  allErrors: ((body: unknown) => Given<readonly unknown[]>) | null
}
