import * as z from 'zod'

/** An ISO 8601 date and time with a zone, made a `Date`. */
export const DateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
