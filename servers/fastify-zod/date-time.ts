import { z } from 'zod'

/** Text in JSON, a `Date` in the handler, in both directions. */
export const dateTime = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
