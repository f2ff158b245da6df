/** The model of `validate-order`, with the hand-written validator for servers whose framework brings none. */
import { isObject } from './fields.ts'
import { Invalid } from './invalid.ts'
import type { ReadonlyDeep } from './readonly-deep.ts'

export interface Order {
  /** `ORD-` and 16 digits. */
  id: string
  /** 2 to 60 characters. */
  customer: string
  /** As `patterns.email` has it. */
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

/**
 * The patterns of the model's strings.
 *
 * An email address has words of ASCII letters, digits, `_`, `+` and `-` before the `@`, with single dots between them, and
 * behind it a host: words of letters and digits, with single dots and hyphens between them, the last one of two letters or
 * more and after a dot. That is valibot's rule, and what the rules of zod, joi, ajv-formats, class-validator and typebox
 * all take, though some of them take more. A server's validator may: `o'brien@example.com` is observed.
 */
export const patterns = {
  id: /^ORD-\d{16}$/,
  email: /^[\w+-]+(\.[\w+-]+)*@[a-zA-Z\d]+([.-][a-zA-Z\d]+)*\.[a-zA-Z]{2,}$/,
  zip: /^\d{5}$/,
  country: /^[A-Z]{2}$/,
  sku: /^[A-Z]{3}-\d{4}$/,
}

/** The response: the order's id, and what is to be paid, in cents' precision. */
export function receipt({ id, items, discount }: ReadonlyDeep<Order>): { id: string; total: number } {
  const sum = items.reduce((total, { quantity, price }) => total + quantity * price, 0)
  return { id, total: Math.round(sum * (100 - discount)) / 100 }
}

/** The order that a parsed JSON value is; where it breaks a rule, the paths of all fields that do. */
export function parseOrder(value: unknown): Order | Invalid {
  if (!isObject(value)) return new Invalid(['order'])
  const wrong: string[] = []
  const check = (field: string, valid: boolean) => {
    if (!valid) wrong.push(field)
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
  if (isObject(address)) {
    check('address.street', isText(address.street, 1, 100))
    check('address.city', isText(address.city, 1, 60))
    check('address.zip', matches(address.zip, patterns.zip))
    check('address.country', matches(address.country, patterns.country))
  } else wrong.push('address')
  if (Array.isArray(items) && items.length >= 1 && items.length <= 20) {
    for (const [index, item] of items.entries()) {
      const { sku, quantity, price } = isObject(item) ? item : {}
      check(`items.${index}.sku`, matches(sku, patterns.sku))
      check(`items.${index}.quantity`, Number.isInteger(quantity) && isNumber(quantity, 1, 100))
      check(`items.${index}.price`, isNumber(price, 0.01, 10_000))
    }
  } else wrong.push('items')
  return wrong.length > 0 ? new Invalid(wrong) : (value as unknown as Order)
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
