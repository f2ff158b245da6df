/** What a worker tells of the functions that it makes of strings. */

/** Path of the counts. */
export const COUNTS = '/generated'

export interface Counts {
  functions: { startup: number; requests: number }
  /** Of a validation library. */
  named?: { library: string; package: string | null }
}
