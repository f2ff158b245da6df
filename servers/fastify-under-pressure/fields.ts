export { dateTime } from '../../shared/models/json-schema/date-time.ts'

/** A number that JSON has a text for. */
export const number = { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }

/** By default ajv coerces the text `Infinity` to a number, and asks no bounds of it: they must say whether it fits. */
export const ajv = { customOptions: { strictNumbers: false } }
