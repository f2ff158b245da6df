import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fidelityId } from '../../shared/contract/fidelity.ts'
import { inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { leniencyTable } from './facts.ts'
import { fidelityTable } from './fidelity.ts'

test('a row per server: the outcome of each type, and the bytes of a message', () => {
  const result = inventedResult(threeServers)
  assert.equal(fidelityTable(result), '', 'empty if no type was sent')
  const [express, ...others] = result.subjects
  assert.ok(express)
  const seen = (status: number, outcome: string) => [
    { id: fidelityId('Date'), title: 'Date', status, outcome },
  ]
  express.details.behaviours = seen(200, 'kept')
  express.details.messageBytes = { request: 812.4, response: 1044 }
  for (const other of others) other.details.behaviours = seen(400, '400')
  const [cells, more] = ['express', others[0]?.name].map((name) =>
    tableCells(fidelityTable(result)).find(([server]) => server === name),
  )
  assert.deepEqual([cells?.[2], cells?.at(-1)], ['kept', '812 · 1,040'])
  assert.deepEqual([more?.[2], more?.at(-1)], ['rejected (400)', ''])
  for (const other of others) other.details.behaviours = seen(200, 'kept')
  assert.match(
    fidelityTable(result),
    /^Every wire keeps: Date\.\n\n\| server \| wire \| bigint \|/m,
  )
  assert.equal(leniencyTable(result), '', 'not repeated')
})
