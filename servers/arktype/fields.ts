import { type } from 'arktype'

/** A number that JSON has a text for. */
export const finite = type('number').narrow((number, ctx) => Number.isFinite(number) || ctx.mustBe('finite'))

/** An ISO 8601 date and time, made a `Date`; refused where `Date` can't read it, such as `2020-W05`. */
export const parseDate = type('string.date.iso').pipe((text, ctx) => {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? ctx.error('a date that exists') : date
})
