import { Type } from '@fastify/type-provider-typebox'

/** A date and time as JSON carries it. */
export const DateTime = Type.String({ format: 'date-time' })

/** The same in a response, where the serializer writes a `Date`. */
export const DateOut = Type.Unsafe<Date>(DateTime)
