import { FormatRegistry, Type } from '@sinclair/carbon/type'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

FormatRegistry.Set('date-time', (text) => ISO_DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)))

/** A date and time as JSON carries it, decoded to a `Date`. */
export const DateTime = Type.Transform(Type.String({ format: 'date-time' }))
  .Decode((text) => new Date(text))
  .Encode((date) => date.toISOString())
