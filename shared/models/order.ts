/** Model of `validate-order`, and a hand-written validator for servers whose framework has none. */
import { isObject } from './fields.ts'
import { Invalid } from './invalid.ts'
import type { ReadonlyDeep } from './readonly-deep.ts'

export interface Order {
  /** `ORD-` and 16 digits. */
  id: string
  /** 2 to 60 characters. */
  customer: string
  /** Matches `patterns.email`. */
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
 * Patterns of the model's strings.
 *
 * An email address has words of ASCII letters, digits, `_`, `+` and `-`, separated by single dots, then `@` and a host: words of
 * letters and digits, separated by single dots and hyphens, the last one of at least two letters after a dot. That is valibot's
 * rule. zod, joi, ajv-formats, class-validator and typebox accept all of these, and some accept more, which the contract allows:
 * `o'brien@example.com` is only observed.
 */
export const patterns = {
  id: /^ORD-\d{16}$/,
  email: /^[\w+-]+(\.[\w+-]+)*@[a-zA-Z\d]+([.-][a-zA-Z\d]+)*\.[a-zA-Z]{2,}$/,
  zip: /^\d{5}$/,
  country: /^[A-Z]{2}$/,
  sku: /^[A-Z]{3}-\d{4}$/,
}

/** Returns the response: the order's id and total, rounded to cents. */
export function receipt({ id, items, discount }: ReadonlyDeep<Order>): { id: string; total: number } {
  const sum = items.reduce((total, { quantity, price }) => total + quantity * price, 0)
  return { id, total: Math.round(sum * (100 - discount)) / 100 }
}

/** Converts a parsed JSON value to an order; returns the paths of all invalid fields if it violates a rule. */
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
