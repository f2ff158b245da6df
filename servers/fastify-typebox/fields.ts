import { Type } from '@fastify/type-provider-typebox'

/**
 * An ISO 8601 date and time with a zone, as JSON carries it. `date-time` alone also passes a leap second and an offset
 * without minutes, of which `Date` makes an invalid one.
 */
export const DateTime = Type.String({ format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' })

/** The same in a response, where the serializer writes a `Date`. */
export const DateOut = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))

/** A number that JSON has a text for. */
export const Finite = Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })

/** By default ajv coerces the text `Infinity` to a number, and asks no bounds of it: they must say whether it fits. */
export const ajv = { customOptions: { strictNumbers: false } }
