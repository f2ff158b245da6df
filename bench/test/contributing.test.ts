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
import { deviationCases } from '../folders/manifest-scope.ts'
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

/** Least and greatest size of an order’s fields, and a step between sizes. */
const limits: [path: string, least: number, most: number, step: number][] = [
  ['customer', 2, 60, 1],
  ['discount', 0, 50, 0.001],
  ['note', 0, 200, 1],
  ['items', 1, 20, 1],
  ['address.street', 1, 100, 1],
  ['address.city', 1, 60, 1],
  ['items.0.quantity', 1, 100, 1],
  ['items.0.price', 0.01, 10_000, 0.001],
]
for (const [path, least, most, step] of limits) {
  test(`the validator of orders checks the limits of ${path}`, () => {
    const isTaken = (size: number) => {
      const value = JSON.parse(validateOrder.validCase(createRandom(1), 1e15).json)
      const keys = path.split('.')
      const key = keys.pop() as string
      const parent = keys.reduce((at, each) => at[each], value)
      const old = parent[key]
      if (typeof old === 'string') parent[key] = 'x'.repeat(size)
      else parent[key] = Array.isArray(old) ? Array(size).fill(old[0]) : size
      return !(parseOrder(value) instanceof Invalid)
    }
    assert.deepEqual([least, most, most + step].map(isTaken), [true, true, false])
    if (least > 0) assert.equal(isTaken(least - step), false)
  })
}
