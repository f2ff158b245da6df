import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import { errorIn } from '../contract/answers.ts'
import * as oracle from '../contract/oracle.ts'
import type {
  Contract,
  InvariantCase,
  ObservedCase,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { brokenBodies, observedAt, twoFlaws, word, wrongAt } from '../contract/values.ts'
import { changing, INFINITE, NO_TEXT } from '../invariants/inputs.ts'
import { anyValid } from '../invariants/invariant-case.ts'
import type { Order, OrderItem } from '../models/order.ts'

/** Servers may count UTF-16 units or code points. */
function lengthOf(shortest: number, longest: number): oracle.Oracle {
  const fits = (length: number) => length >= shortest && length <= longest
  return oracle.textOf((value) => {
    const counts = [fits(value.length), fits([...value].length)]
    return counts.every(Boolean) ? 'yes' : counts.some(Boolean) ? 'open' : 'no'
  })
}

const matching = (pattern: RegExp) => oracle.textOf((value) => (pattern.test(value) ? 'yes' : 'no'))

/** Validators differ on other addresses. */
const email = oracle.textOf((value) => {
  if (/^[a-z0-9]+@[a-z0-9]+\.[a-z]{2,}$/.test(value)) return 'yes'
  return value.includes('@') ? 'open' : 'no'
})

const range = (
  least: number,
  greatest: number,
  rule: (value: number) => oracle.Verdict = () => 'yes',
) => oracle.numberOf((value) => (value >= least && value <= greatest ? rule(value) : 'no'))

/** With more decimals, the total depends on rounding. */
const decimals =
  (factor: number) =>
  (value: number): oracle.Verdict =>
    Math.round(value * factor) / factor === value ? 'yes' : 'open'

const orderFields = oracle.objectOf({
  id: matching(/^ORD-\d{16}$/),
  customer: lengthOf(2, 60),
  email,
  currency: oracle.oneOf('EUR', 'USD', 'GBP'),
  priority: oracle.oneOf('low', 'normal', 'high'),
  discount: range(0, 50, decimals(10)),
  note: lengthOf(0, 200),
  address: oracle.objectOf({
    street: lengthOf(1, 100),
    city: lengthOf(1, 60),
    zip: matching(/^\d{5}$/),
    country: matching(/^[A-Z]{2}$/),
  }),
  items: oracle.listOf(
    oracle.objectOf({
      sku: matching(/^[A-Z]{3}-\d{4}$/),
      quantity: range(1, 100, (value) => (Number.isInteger(value) ? 'yes' : 'no')),
      price: range(0.01, 10_000, decimals(100)),
    }),
    1,
    20,
  ),
  gift: oracle.boolean,
})

const orderOracle: oracle.Oracle = (value) => {
  const verdict = orderFields(value)
  return verdict === 'yes' && isTie(value as Order) ? 'open' : verdict
}

/** `validate-order`: ten fields with rules on lengths, patterns, ranges and enumerations; little to serialize. */
export const validateOrder: Scenario = {
  name: 'validate-order',
  title: 'Validate order',
  position: 7,
  description:
    'parses an order of ten fields, validates lengths, patterns, ranges and enumerations, responds with id and total',
  validates: true,
  file: 'validate-order',
  route: { method: 'POST', path: '/orders', procedure: 'orders' },
  validCase: (random, serial) => validCase('load', order(random, { id: `ORD-${serial}` })),
  contract,
  errorOf: errorIn(z.strictObject({ id: z.string().regex(/^ORD-\d{16}$/), total: z.number() })),
  invariantCases,
  fuzz: { from: 'model', model: { oracle: orderOracle, expected: expectedReceipt } },
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
  const one = (change: Partial<OrderItem>) => make({ items: [item(random, change)] })
  /** Responses must name the last key of the path, since frameworks write paths differently. */
  const broken = (path: string, json: string | undefined, what = json) => {
    const whole = make()
    return wrongAt(() => whole, path, json, `${path}: ${what ?? 'missing'}`)
  }
  const text = (length: number) => JSON.stringify(word(random, length))
  const items = (length: number) => JSON.stringify(Array.from({ length }, () => item(random)))
  const fields = [
    'id',
    'customer',
    'email',
    'currency',
    'priority',
    'discount',
    'note',
    'address',
    'items',
    'gift',
  ]
  const whole = JSON.stringify(make())
  return {
    valid: [
      ...Array.from({ length: 4 }, () => validCase('ordinary order', make())),
      validCase('the shortest texts', make({ customer: 'Al', note: '' })),
      validCase('the longest texts', make({ customer: word(random, 60), note: word(random, 200) })),
      validCase('no discount', make({ discount: 0 })),
      validCase('the largest discount', make({ discount: 50 })),
      validCase('a discount with a fraction', make({ discount: 12.5 })),
      validCase('one item', one({})),
      validCase('twenty items', make({ items: Array.from({ length: 20 }, () => item(random)) })),
      validCase('the least quantity and price', one({ quantity: 1, price: 0.01 })),
      validCase('the greatest quantity and price', one({ quantity: 100, price: 10_000 })),
      ...['ada+tag@example.com', 'ada.lovelace@mail.example.co.uk', 'ADA_L-1@x-y.example.org'].map(
        (email) => validCase(`email: ${email}`, make({ email })),
      ),
      validCase('unicode', make({ customer: 'Zoë 李小龙', note: '"ok" \\ 👍' })),
    ],
    invalid: [
      ...fields.map((field) => broken(field, undefined)),
      ...['address.zip', 'items.1.sku', 'items.2.quantity'].map((path) => broken(path, undefined)),
      broken('id', '"ORD-12"'),
      broken('id', '"x ORD-1234567890123456"'),
      broken('customer', '"A"'),
      broken('customer', text(61), '61 characters'),
      ...[
        'nobody',
        '<b>@x.y',
        'a..b@example.com',
        '@example.com',
        'a b@example.com',
        'a@example',
      ].map((email) => broken('email', `"${email}"`)),
      broken('currency', '"XXX"'),
      broken('priority', '"urgent"'),
      broken('discount', '-1'),
      broken('discount', '50.5'),
      broken('discount', '"abc"'),
      broken('note', text(201), '201 characters'),
      broken('gift', '"abc"'),
      broken('address', '"text"'),
      broken('address.street', '""'),
      broken('address.city', text(61), '61 characters'),
      broken('address.zip', '"1234"'),
      broken('address.zip', '"12345x"'),
      broken('address.country', '"us"'),
      broken('items', '[]'),
      broken('items', items(21), '21 items'),
      broken('items', '{"a":1}'),
      broken('items.0.sku', '"abc-1234"'),
      broken('items.1.quantity', '0'),
      broken('items.1.quantity', '101'),
      broken('items.1.quantity', '1.5'),
      broken('items.2.price', '0'),
      broken('items.2.price', '10001'),
      ...['null', '[]', '"text"', '5'].map((json) => ({ id: `order is ${json}`, json })),
      ...brokenBodies(() => whole),
    ],
    observed: observedCases(make),
  }
}

function observedCases(make: () => Order): ObservedCase[] {
  const question = (title: string, path: string, json: string) =>
    observedAt(make(), path, json, title, { describe: () => 'accepted' })
  return [
    question('an unknown key', 'extra', '"x"'),
    question('`discount`: `"5"`', 'discount', '"5"'),
    question('`gift`: `"true"`', 'gift', '"true"'),
    observedAt(
      make(),
      'customer',
      `"${'👍'.repeat(40)}"`,
      '`customer`: 40 emoji, of at most 60 characters',
      {
        id: 'customer: 40 emoji',
        describe: () => 'accepted: counts code points',
        describeRejection: () => 'counts UTF-16 units',
      },
    ),
    question('an email with an apostrophe', 'email', '"o\'brien@example.com"'),
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
