/**
 * Steps of a validation library in `update-user`, without a server; `validators` measures them in process. They are exported as
 * `steps` by `servers/<folder>/steps.ts`, in the folder of the library's barest server, or by `validators/<folder>/steps.ts`. A
 * folder with a build compiles them to `dist/steps.js`. Files in `steps/` beside it export those with another documented option.
 */
import type { User } from './user.ts'

export type Undated = Omit<User, 'lastUpdate'>

/** All steps except `stringify` may be asynchronous. */
type Given<T> = T | Promise<T>

export interface Steps {
  /** Display name, such as `ajv`; two ways to use one library have different names. */
  library: string
  /** npm package whose installed version is shown; null for hand-written steps. */
  package: string | null
  /**
   * Returns whether a parsed JSON value is a user whose `lastUpdate` is a string in ISO 8601 format; only `parse` needs to check
   * that the date exists. Only the library itself may allocate.
   */
  validate(body: unknown): Given<boolean>
  /**
   * Converts a parsed JSON value to a user with a `Date`, as the folder's server does, with the library's transforms if it has
   * any. Returns null for an invalid value.
   */
  parse(body: unknown): Given<User | null>
  /**
   * As `parse`, for a user without `lastUpdate`: without a date, nothing is to be converted, and the value itself may be returned.
   * Null where it is not measured.
   */
  parseUndated: ((body: unknown) => Given<Undated | null>) | null
  /** Serializes a user as JSON, as the folder's server does. */
  stringify(user: User): string
  /**
   * Returns the first error of an invalid value, as the library reports it, or `undefined` for a valid value. Its JSON names the
   * field. Null if the library always looks for all errors.
   */
  firstError: ((body: unknown) => unknown) | null
  /** Returns all errors of a value, as the library reports them. Null if the library stops at the first error. */
  allErrors: ((body: unknown) => Given<readonly unknown[]>) | null
}
