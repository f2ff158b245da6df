/** A value of which nothing may be written: what schema libraries with immutable types give. */
export type ReadonlyDeep<T> = T extends Date | string | number | boolean | undefined
  ? T
  : { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
