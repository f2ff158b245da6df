import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { tableCells } from '../specs/table-cells.ts'
import { behavioursTable } from './behaviours.ts'

test('servers that answer alike share a line', () => {
  const result = inventedResult(threeServers)
  const title = '`name`: `5`'
  const [express, ...others] = result.servers
  assert.ok(express)
  express.behaviours = [{ id: 'name: 5', title, status: 200, outcome: 'accepted as "5" | <b>' }]
  for (const other of others) other.behaviours = [{ id: 'name: 5', title, status: 400, outcome: '400' }]
  assert.deepEqual(tableCells(behavioursTable(result)), [
    ['`name`: `5`', '400', 'http-bun, http-node'],
    ['', 'accepted as "5" \\| &lt;b>', 'express'],
  ])
  express.behaviours = others[0]?.behaviours ?? []
  assert.deepEqual(tableCells(behavioursTable(result)), [['`name`: `5`', '400', 'all']])
  for (const server of result.servers) server.behaviours = []
  assert.equal(behavioursTable(result), '')
})
