import { z } from 'zod'

/**
 * A date in a response: a `Date` in the handler, text in JSON. `z.iso.datetime` would refuse the year 10000, which an
 * update of the last valid date is in.
 */
export const dateOut = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
