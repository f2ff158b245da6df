import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import { bodyCases, schemaCases, wrongAt } from '../contract/invalid-cases.ts'
import { observedAt, twoFlaws } from '../contract/observed-cases.ts'
import { oracleOf } from '../contract/oracle.ts'
import type {
  Contract,
  InvariantCase,
  ObservedCase,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { errorIn, tolerance } from '../contract/schema.ts'
import { word } from '../contract/values.ts'
import { changing, INFINITE, NO_TEXT } from '../invariants/inputs.ts'
import { anyValid } from '../invariants/invariant-case.ts'
import type { Order, OrderItem } from '../models/order.ts'

/** Validators differ on other addresses. */
const PLAIN_EMAIL = /^[a-z0-9]+@[a-z0-9]+\.[a-z]{2,}$/

/** With more decimals, the total depends on rounding. */
const hasMoreDecimals = (places: number) => (value: number) =>
  Number(value.toFixed(places)) !== value

const OrderModel = z
  .looseObject({
    id: z.string().regex(/^ORD-\d{16}$/),
    customer: z.string().min(2).max(60),
    email: z
      .string()
      .regex(/@/)
      .register(tolerance, { isOpen: (text) => !PLAIN_EMAIL.test(text) }),
    currency: z.enum(['EUR', 'USD', 'GBP']),
    priority: z.enum(['low', 'normal', 'high']),
    discount: z
      .number()
      .min(0)
      .max(50)
      .register(tolerance, { isOpen: hasMoreDecimals(1) }),
    note: z.string().max(200),
    address: z.looseObject({
      street: z.string().min(1).max(100),
      city: z.string().min(1).max(60),
      zip: z.string().regex(/^\d{5}$/),
      country: z.string().regex(/^[A-Z]{2}$/),
    }),
    items: z
      .array(
        z.looseObject({
          sku: z.string().regex(/^[A-Z]{3}-\d{4}$/),
          quantity: z.int().min(1).max(100),
          price: z
            .number()
            .min(0.01)
            .max(10_000)
            .register(tolerance, { isOpen: hasMoreDecimals(2) }),
        }),
      )
      .min(1)
      .max(20),
    gift: z.boolean(),
  })
  .register(tolerance, { isOpen: (value) => isTie(value as Order) })

/** `validate-order`: ten fields with rules on lengths, patterns, ranges and enumerations; little to serialize. */
export const validateOrder: Scenario = {
  name: 'validate-order',
  title: 'Validate order',
  position: 7,
  description:
    'parses an order of ten fields, validates lengths, patterns, ranges and enumerations, and responds with id and total',
  validates: true,
  file: 'validate-order',
  route: { method: 'POST', path: '/orders', procedure: 'orders' },
  validCase: (random, serial) => validCase('load', order(random, { id: `ORD-${serial}` })),
  contract,
  errorOf: errorIn(z.strictObject({ id: z.string().regex(/^ORD-\d{16}$/), total: z.number() })),
  invariantCases,
  fuzz: { from: 'model', model: { oracle: oracleOf(OrderModel), expected: expectedReceipt } },
}

/**
 * Returns an order's exact total in thousandths of a cent, by integer arithmetic. Prices have at most two decimals, discounts at
 * most one.
 */
function exactTotal({ items, discount }: Order): number {
  const cents = items.reduce(
    (sum, { quantity, price }) => sum + quantity * Math.round(price * 100),
    0,
  )
  return cents * (1000 - Math.round(discount * 10))
}

/** Returns the expected response, its total rounded to the nearest cent. */
export function expectedReceipt(order: Order): { id: string; total: number } {
  const exact = exactTotal(order)
  const rest = exact % 1000
  return { id: order.id, total: ((exact - rest) / 1000 + (rest >= 500 ? 1 : 0)) / 100 }
}

/**
 * Returns whether a total is halfway between two cents. Both are then correct: with binary fractions, the order of a server's
 * operations decides.
 */
export function isTie(order: Order): boolean {
  return exactTotal(order) % 1000 === 500
}

function validCase(id: string, order: Order): ValidCase {
  return { id, json: JSON.stringify(order), expected: expectedReceipt(order) }
}

function item(random: Random, change: Partial<OrderItem> = {}): OrderItem {
  const sku = `${word(random, 3).toUpperCase()}-${random.integer(1000, 9999)}`
  return {
    sku,
    quantity: random.integer(1, 100),
    price: random.integer(1, 1_000_000) / 100,
    ...change,
  }
}

/** Returns a random order without a tie. */
function order(random: Random, change: Partial<Order> = {}): Order {
  const drawn = anyOrder(random, change)
  return isTie(drawn) ? order(random, change) : drawn
}

function anyOrder(random: Random, change: Partial<Order>): Order {
  return {
    id: `ORD-${random.integer(1e15, 8e15)}`,
    customer: `${word(random, 6)} ${word(random, 8)}`,
    email: `${word(random, 8)}@example.com`,
    currency: random.pick(['EUR', 'USD', 'GBP']),
    priority: random.pick(['low', 'normal', 'high']),
    discount: random.integer(0, 50),
    note: word(random, 20),
    address: {
      street: `${random.integer(1, 999)} ${word(random, 9)} road`,
      city: word(random, 8),
      zip: String(random.integer(10_000, 99_999)),
      country: random.pick(['US', 'DE', 'ES', 'FR']),
    },
    items: Array.from({ length: 3 }, () => item(random)),
    gift: random.pick([true, false]),
    ...change,
  }
}

function contract(random: Random): Contract {
  const make = (change: Partial<Order> = {}) => order(random, change)
  const changes: Record<string, Partial<Order>> = {
    'the shortest texts': { customer: 'Al', note: '' },
    'the longest texts': { customer: word(random, 60), note: word(random, 200) },
    'no discount': { discount: 0 },
    'the largest discount': { discount: 50 },
    'a discount with a fraction': { discount: 12.5 },
    'one item': { items: [item(random)] },
    'twenty items': { items: Array.from({ length: 20 }, () => item(random)) },
    'the least quantity and price': { items: [item(random, { quantity: 1, price: 0.01 })] },
    'the greatest quantity and price': { items: [item(random, { quantity: 100, price: 10_000 })] },
    unicode: { customer: 'Zoë 李小龙', note: '"ok" \\ 👍' },
  }
  const wrong = ([path, json]: readonly [string, string]) => wrongAt(make, path, json)
  return {
    valid: [
      ...Array.from({ length: 4 }, () => validCase('ordinary order', make())),
      ...Object.entries(changes).map(([id, change]) => validCase(id, make(change))),
      ...['ada+tag@example.com', 'ada.lovelace@mail.example.co.uk', 'ADA_L-1@x-y.example.org'].map(
        (email) => validCase(`email: ${email}`, make({ email })),
      ),
    ],
    invalid: [
      ...schemaCases(OrderModel, make),
      ...WRONG.map(wrong),
      ...['nobody', '<b>@x.y', 'a..b@example.com', '@example.com', 'a b@example.com', 'a@example']
        .map((email) => ['email', JSON.stringify(email)] as const)
        .map(wrong),
      ...bodyCases('order', make),
    ],
    observed: observedCases(make),
  }
}

const WRONG = [
  ['id', '"ORD-12"'],
  ['id', '"x ORD-1234567890123456"'],
  ['gift', '"abc"'],
  ['address', '"text"'],
  ['address.zip', '"1234"'],
  ['address.zip', '"12345x"'],
  ['address.country', '"us"'],
  ['items.0.sku', '"abc-1234"'],
] as const

function observedCases(make: () => Order): ObservedCase[] {
  const accepted = (path: string, json: string, title?: string): ObservedCase => ({
    ...observedAt(make(), path, json, title === undefined ? {} : { title }),
    describe: () => 'accepted',
  })
  return [
    accepted('extra', '"x"', 'an unknown key'),
    accepted('discount', '"5"'),
    accepted('gift', '"true"'),
    observedAt(make(), 'customer', `"${'👍'.repeat(40)}"`, {
      id: 'customer: 40 emoji',
      title: '`customer`: 40 emoji, of at most 60 characters',
      describe: () => 'accepted: counts code points',
      describeRejection: () => 'counts UTF-16 units',
    }),
    accepted('email', '"o\'brien@example.com"', 'an email with an apostrophe'),
    twoFlaws(make(), ['discount', '-1'], ['priority', '"urgent"']),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const change = changing(validateOrder, random)
  const [first] = JSON.parse(anyValid(validateOrder, random).json).items
  const item = JSON.stringify(first)
  return [
    ...['discount', 'items.0.price', 'items.1.quantity'].flatMap((path) =>
      INFINITE.map((json) => change.rejected(path, json)),
    ),
    change.rejected('items', '{"length":1}'),
    change.rejected('items', `{"0":${item},"length":1}`, 'items are array-like'),
    change.rejected('items.1', `{"__proto__":${item}}`, 'an item comes from its prototype'),
    change.rejected('id', '"ORD-1234567890123456\\n"'),
    change.rejected('customer', NO_TEXT),
    change.rejected('email', '"\\ud800"', 'email is a lone surrogate'),
    change.rejected('address.zip', '"12345\\n"'),
  ]
}
