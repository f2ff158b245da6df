/**
 * Fresh schemas of a validation library: `heap` measures what each retains, and `validators` counts the first of a process. They are in `servers/<folder>/heap.ts` or
 * `validators/<folder>/heap.ts`, beside the library's `steps.ts`, as `export const heap: SchemaBuilder`.
 */

/** A library may be asynchronous. */
type Given<T> = T | Promise<T>

// biome-ignore lint/suspicious/noExplicitAny: each library has schemas of its own kind
export interface SchemaBuilder<Schema = any> {
  /** The library as readers know it; the same as in its steps. */
  library: string
  /** The npm package whose installed version is shown. */
  package: string
  /**
   * Returns a fresh schema of the user that `parse` of the steps takes, in the form that an application keeps. Nothing that
   * it is made of is shared with another schema, unless the library itself shares it.
   * @param name of the field that is `name` in the model, so that no two schemas are alike
   */
  user(name: string): Schema
  /** Returns a fresh schema of a string; null where all strings of the library have one schema, or it has schemas of objects alone. */
  string: (() => Schema) | null
  /** Returns whether a schema of either kind accepts a value, as the steps' `parse` does, which makes a user's `Date`. */
  accepts(schema: Schema, value: unknown): Given<boolean>
}
