/** The model of `validate-order`, with the hand-written validator for servers whose framework brings none. */
export interface Order {
  /** `ORD-` and 16 digits. */
  id: string
  /** 2 to 60 characters. */
  customer: string
  email: string
  currency: 'EUR' | 'USD' | 'GBP'
  priority: 'low' | 'normal' | 'high'
  /** Percent, 0 to 50. */
  discount: number
  /** At most 200 characters. */
  note: string
  address: Address
  /** 1 to 20 of them. */
  items: OrderItem[]
  gift: boolean
}

export interface Address {
  /** 1 to 100 characters. */
  street: string
  /** 1 to 60 characters. */
  city: string
  /** Five digits. */
  zip: string
  /** Two capital letters. */
  country: string
}

export interface OrderItem {
  /** Three capital letters, a hyphen, four digits. */
  sku: string
  /** A whole number from 1 to 100. */
  quantity: number
  /** From 0.01 to 10,000. */
  price: number
}

/** The patterns of the model's strings. */
export const patterns = {
  id: /^ORD-\d{16}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  zip: /^\d{5}$/,
  country: /^[A-Z]{2}$/,
  sku: /^[A-Z]{3}-\d{4}$/,
}

/** The answer: the order's id, and what is to be paid, in cents' precision. */
export function receipt({ id, items, discount }: Order): { id: string; total: number } {
  const sum = items.reduce((total, { quantity, price }) => total + quantity * price, 0)
  return { id, total: Math.round(sum * (100 - discount)) / 100 }
}

/** The fields of a parsed JSON value that break a rule; none where it is an order. */
export function orderErrors(value: unknown): string[] {
  if (!isRecord(value)) return ['order']
  const errors: string[] = []
  const check = (field: string, valid: boolean) => {
    if (!valid) errors.push(field)
  }
  const { currency, priority, address, items } = value
  check('id', matches(value.id, patterns.id))
  check('customer', isText(value.customer, 2, 60))
  check('email', matches(value.email, patterns.email))
  check('currency', currency === 'EUR' || currency === 'USD' || currency === 'GBP')
  check('priority', priority === 'low' || priority === 'normal' || priority === 'high')
  check('discount', isNumber(value.discount, 0, 50))
  check('note', isText(value.note, 0, 200))
  check('gift', typeof value.gift === 'boolean')
  if (isRecord(address)) {
    check('address.street', isText(address.street, 1, 100))
    check('address.city', isText(address.city, 1, 60))
    check('address.zip', matches(address.zip, patterns.zip))
    check('address.country', matches(address.country, patterns.country))
  } else errors.push('address')
  if (Array.isArray(items) && items.length >= 1 && items.length <= 20) {
    for (const [index, item] of items.entries()) {
      const { sku, quantity, price } = isRecord(item) ? item : {}
      check(`items.${index}.sku`, matches(sku, patterns.sku))
      check(`items.${index}.quantity`, Number.isInteger(quantity) && isNumber(quantity, 1, 100))
      check(`items.${index}.price`, isNumber(price, 0.01, 10_000))
    }
  } else errors.push('items')
  return errors
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, shortest: number, longest: number): boolean {
  return typeof value === 'string' && value.length >= shortest && value.length <= longest
}

function isNumber(value: unknown, least: number, greatest: number): boolean {
  return typeof value === 'number' && value >= least && value <= greatest
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
