// biome-ignore-start lint/style/useImportType: `import type` would leave the compiler without the formats' metadata
import { FormatNumber } from '@mionjs/type-formats/NumberFormats'
import { FormatString } from '@mionjs/type-formats/StringFormats'
// biome-ignore-end lint/style/useImportType: only these
import { patterns } from '../order.ts'

const ID = patterns.id
const EMAIL = patterns.email
const ZIP = patterns.zip
const COUNTRY = patterns.country
const SKU = patterns.sku

// Lengths as patterns: if a field with `minLength` or `maxLength` is missing, mion throws while it collects errors.
const CUSTOMER = /^.{2,60}$/s
const NOTE = /^.{0,200}$/s
const STREET = /^.{1,100}$/s
const CITY = /^.{1,60}$/s

type Matching<Pattern extends RegExp, Rule extends string, Sample extends string> = FormatString<{
  pattern: { val: Pattern; errorMessage: Rule; mockSamples: [Sample] }
}>

/** Order in mion's type formats, which have none for the length of an array. */
export interface Order {
  id: Matching<typeof ID, 'ORD- and 16 digits', 'ORD-1234567890123456'>
  customer: Matching<typeof CUSTOMER, '2 to 60 characters', 'Ada Lovelace'>
  email: Matching<typeof EMAIL, 'an email address', 'ada@example.com'>
  currency: 'EUR' | 'USD' | 'GBP'
  priority: 'low' | 'normal' | 'high'
  discount: FormatNumber<{ min: 0; max: 50 }>
  note: Matching<typeof NOTE, 'at most 200 characters', 'ring twice'>
  address: Address
  items: OrderItem[]
  gift: boolean
}

interface Address {
  street: Matching<typeof STREET, '1 to 100 characters', '12 long road'>
  city: Matching<typeof CITY, '1 to 60 characters', 'London'>
  zip: Matching<typeof ZIP, 'five digits', '12345'>
  country: Matching<typeof COUNTRY, 'two capital letters', 'GB'>
}

interface OrderItem {
  sku: Matching<typeof SKU, 'three capital letters, a hyphen, four digits', 'ABC-1234'>
  quantity: FormatNumber<{ integer: true; min: 1; max: 100 }>
  price: FormatNumber<{ min: 0.01; max: 10_000 }>
}
