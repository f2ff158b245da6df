import type { tags } from 'typia'

/** `date-time` alone also passes a leap second, of which `Date` makes an invalid one. */
type Existing = tags.TagBase<{
  target: 'string'
  kind: 'existingDate'
  value: undefined
  validate: '!Number.isNaN(Date.parse($input))'
  exclusive: true
  schema: undefined
}>

/** An ISO 8601 date and time, as JSON carries it. */
export type DateTime = string & tags.Format<'date-time'> & Existing
