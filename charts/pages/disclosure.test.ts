import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { tableCells } from '../specs/table-cells.ts'
import { disclosureTable } from './disclosure.ts'

const result = inventedResult(threeServers.slice(0, 1))
const [server] = result.servers
assert.ok(server)
server.validation = { ...server.validation, by: 'library', library: 'a|jv', how: 'jit', coerces: true }

test('each server discloses who validates, how and how strictly; the words are explained', () => {
  const text = disclosureTable(result)
  assert.deepEqual(tableCells(text), [['express', 'a\\|jv', 'jit', 'stripped', 'coerced', 'first']])
  for (const how of ['Interpreted', 'jit', 'ahead-of-time']) assert.ok(text.includes(`*${how}*`), how)
})

test('what was seen in bodies is left out where requests have none', () => {
  assert.deepEqual(tableCells(disclosureTable({ ...result, scenario: 'route-params' })), [['express', 'a\\|jv', 'jit']])
})

test('where nothing is validated there is nothing to disclose', () => {
  for (const scenario of ['hello', 'json', 'middleware-chain']) {
    assert.equal(disclosureTable({ ...result, scenario }), '', scenario)
  }
})
