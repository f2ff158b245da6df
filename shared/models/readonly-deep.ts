/** Immutable at every depth, as some schema libraries infer types. */
export type ReadonlyDeep<T> = T extends Date | string | number | boolean | undefined
  ? T
  : { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
