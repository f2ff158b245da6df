/**
 * An ISO 8601 date and time with a zone. `date-time` alone also passes a leap second and an offset without minutes, of
 * which `Date` makes an invalid one.
 */
export const dateTime = { type: 'string', format: 'date-time', pattern: ':[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$' }

/** A number that JSON has a text for. */
export const number = { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }

/** By default ajv coerces the text `Infinity` to a number, and asks no bounds of it: they must say whether it fits. */
export const ajv = { customOptions: { strictNumbers: false } }
