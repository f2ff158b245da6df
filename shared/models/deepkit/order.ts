// biome-ignore lint/style/useImportType: `import type` would leave the compiler without the validators' metadata
import { Maximum, MaxLength, Minimum, MinLength, MultipleOf, Pattern } from '@deepkit/type'
import { patterns } from '../order.ts'

const ID = patterns.id
const EMAIL = patterns.email
const ZIP = patterns.zip
const COUNTRY = patterns.country
const SKU = patterns.sku

/** Model of `validate-order`, with its rules as types. */
export interface Order {
  id: string & Pattern<typeof ID>
  customer: string & MinLength<2> & MaxLength<60>
  email: string & Pattern<typeof EMAIL>
  currency: 'EUR' | 'USD' | 'GBP'
  priority: 'low' | 'normal' | 'high'
  discount: number & Minimum<0> & Maximum<50>
  note: string & MaxLength<200>
  address: Address
  items: OrderItem[] & MinLength<1> & MaxLength<20>
  gift: boolean
}

interface Address {
  street: string & MinLength<1> & MaxLength<100>
  city: string & MinLength<1> & MaxLength<60>
  zip: string & Pattern<typeof ZIP>
  country: string & Pattern<typeof COUNTRY>
}

interface OrderItem {
  sku: string & Pattern<typeof SKU>
  quantity: number & MultipleOf<1> & Minimum<1> & Maximum<100>
  price: number & Minimum<0.01> & Maximum<10_000>
}
