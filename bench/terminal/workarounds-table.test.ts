import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workaroundsTable } from './workarounds-table.ts'

test('a row for each work-around; who was refused stands below', () => {
  const server = { displayName: 'x', version: null, runtime: 'node' as const, runtimeVersion: '26.0.0', code: '' }
  const why = 'It falls.'
  const table = workaroundsTable({
    servers: [
      {
        ...server,
        name: 'tower',
        refusal: null,
        microseconds: [22],
        workarounds: [{ id: 'guards', why, microseconds: [20] }],
      },
      { ...server, name: 'ruin', refusal: 'fell down', microseconds: [], workarounds: [] },
    ],
  })
  assert.match(table, /│ tower +│ guards +│ 10\.0%: 22\.0 µs instead of 20\.0 +│/)
  assert.match(table, /\nruin: .*fell down$/)
})
