/** Checks CONTRIBUTING and the page on the contract against the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { Disclosure } from '../../shared/format/disclosure.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import { parseOrder } from '../../shared/models/order.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { validateOrder } from '../../shared/scenarios/validate-order.ts'
import { deviationCases } from '../folders/concerns.ts'
import { findServerFolders } from '../folders/servers.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('CONTRIBUTING.md')
const contract = read('docs/verification.md')

test('it is short', () =>
  assert.ok(Buffer.byteLength(page) <= 16_000, `${Buffer.byteLength(page)} bytes`))

test('the contract shows the current user model', () => {
  const [user] = /^export interface User \{\n.*?^\}$/ms.exec(read('shared/models/user.ts')) ?? []
  assert.ok(
    user && contract.includes(user),
    'docs/verification.md and shared/models/user.ts differ in User',
  )
})

test('contract and page agree with the code on the last date and the versions of Node', () => {
  assert.ok(contract.includes(LATEST_DATE.toISOString()))
  assert.ok(page.includes(JSON.parse(read('package.json')).engines.node))
})

test('it lists every key of the manifest', () => {
  const { validation, ...keys } = Disclosure.shape
  for (const key of Object.keys(keys)) assert.match(page, new RegExp(`^\\| \`${key}\` \\|`, 'm'))
  for (const key of Object.keys(validation.shape))
    assert.match(page, new RegExp(`^\\| \`validation\\.${key}\` \\|`, 'm'))
})

test('its manifest is valid, and its known deviation names an existing case', (t) => {
  const [manifest, deviations] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) =>
    JSON.parse(`{${text}}`),
  )
  manifest.bench.knownDeviations = deviations.knownDeviations
  const directory = temporaryDirectory(t)
  writeTree(join(directory, 'restana'), { 'package.json': manifest })
  const [folder] = findServerFolders([directory])
  const cases = [...scenarios.values()].map(deviationCases)
  for (const known of folder?.manifest.knownDeviations ?? [])
    assert.ok(cases.some((each) => each.has(known.case)))
  assert.equal(folder?.manifest.knownDeviations.length, 1)
})

/** A limit of the order model from the comment above the field, such as `2 to 60 characters`. */
interface Limit {
  path: string[]
  least: number
  most: number
  /** Returns a value of that size. */
  sized(size: number): unknown
  /** Smallest difference between two sizes. */
  step: number
}

const PLACES: Record<string, string[]> = {
  Order: [],
  Address: ['address'],
  OrderItem: ['items', '0'],
}

function limits(): Limit[] {
  const found = read('shared/models/order.ts').matchAll(/^export interface (\w+) \{\n(.*?)^\}$/gms)
  return [...found].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/\/\*\* (.*) \*\/\n {2}(\w+): (\S+)/g)].flatMap(
      ([, comment = '', field = '', type]) => {
        const numbers = [...comment.matchAll(/\d[\d,.]*\d|\d/g)].map(([text]) =>
          Number(text.replaceAll(',', '')),
        )
        if (!/ to |At most/.test(comment)) return []
        const [least = 0, most = 0] = numbers.length === 1 ? [0, numbers[0]] : numbers
        const path = [...(PLACES[model] ?? []), field]
        if (type === 'string')
          return { path, least, most, step: 1, sized: (size: number) => 'x'.repeat(size) }
        const isList = type?.endsWith('[]')
        const sized = (size: number) => (isList ? Array(size).fill(order().items[0]) : size)
        return { path, least, most, sized, step: isList || comment.includes('whole') ? 1 : 0.001 }
      },
    ),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
const order = (): any => JSON.parse(validateOrder.validCase(createRandom(1), 1e15).json)

test('the validator checks the limits in the comments of the order model', () => {
  const all = limits()
  assert.deepEqual(
    all.map(({ path }) => path.join('.')),
    [
      'customer',
      'discount',
      'note',
      'items',
      'address.street',
      'address.city',
      'items.0.quantity',
      'items.0.price',
    ],
  )
  for (const { path, least, most, sized, step } of all) {
    const isTaken = (size: number) => {
      const value = order()
      const parent = path.slice(0, -1).reduce((at, key) => at[key], value)
      parent[path.at(-1) as string] = sized(size)
      return !(parseOrder(value) instanceof Invalid)
    }
    const what = path.join('.')
    assert.deepEqual(
      [isTaken(least), isTaken(most), isTaken(most + step)],
      [true, true, false],
      what,
    )
    if (least > 0) assert.equal(isTaken(least - step), false, what)
  }
})
