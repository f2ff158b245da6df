import { Type } from '@fastify/type-provider-typebox'

export { DateTime } from '../../shared/models/typebox/date-time.ts'

/** The same in a response, where the serializer writes a `Date`. */
export const DateOut = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))

/** A number that JSON has a text for. */
export const Finite = Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })

/** By default ajv coerces the text `Infinity` to a number, and asks no bounds of it: they must say whether it fits. */
export const ajv = { customOptions: { strictNumbers: false } }
