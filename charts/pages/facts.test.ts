import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '../../shared/test/samples.ts'
import { inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { factsTables, leniencyTable } from './facts.ts'

/** The cells of the servers, and of their validators. */
const cellsOf = (...[servers, change]: Parameters<typeof inventedResult>) =>
  factsTables(inventedResult(servers, change))
    .split('\n\n')
    .filter((block) => block.startsWith('|'))
    .map(tableCells)

test('a row describes a server with the title of its wire, a second one its validator, and a line why it is tuned', () => {
  const details = {
    wire: 'mion',
    tuned: 'its docs | say so',
    validation: {
      ...disclosure.validation,
      by: 'library',
      library: 'a|jv',
      how: 'jit',
      coerces: true,
    },
    description: 'a | b <b>\n& `Map<a|b>`',
  } as const
  const odd = { name: 'odd', requestsPerSecond: 1000, change: { displayName: '"x"<i>' } }
  assert.deepEqual(cellsOf([{ ...odd, details }]), [
    [
      [
        '"x"&lt;i>',
        '1.2.3',
        'Node.js 24.21.0',
        'RPC envelope',
        'yes',
        'JSON.stringify',
        'a &#124; b &lt;b> &amp; <code>Map&lt;a&#124;b></code>',
      ],
    ],
    [['"x"&lt;i>', 'a&#124;jv', 'jit', 'stripped', 'coerced', 'first']],
  ])
  assert.match(
    factsTables(inventedResult([{ ...odd, details }])),
    /^- "x"&lt;i> is tuned: its docs &#124; say so$/m,
  )
})

test('without validation there is no validator and no description, and without bodies no strictness', () => {
  const [servers, ...others] = cellsOf(threeServers, { scenario: 'hello' })
  assert.deepEqual(servers?.[2]?.slice(-2), ['yes', 'JSON.stringify'])
  assert.deepEqual(others, [])
  const [, validators] = cellsOf(threeServers, { scenario: 'route-params' })
  assert.deepEqual(validators?.[2], ['express', 'hand-written', 'interpreted'])
})

test('servers that let through the same share a row, the strictest first', () => {
  const result = inventedResult(threeServers)
  const rejected = (title: string, status: number | null = 400) => ({
    id: title,
    title,
    status,
    outcome: `${status}`,
  })
  const accepted = (title: string, outcome: string) => ({ id: title, title, status: 200, outcome })
  const [express, ...others] = result.subjects
  assert.ok(express)
  express.details.behaviours = [
    accepted('`name`: `5`', 'accepted as "5" | <b>'),
    accepted('`id`: `"1"`', 'accepted'),
    accepted('gzip', 'accepted'),
  ]
  const lenient = ['`name`: `5` (as "5" &#124; &lt;b>); `id`: `"1"`, gzip', '']
  for (const other of others)
    other.details.behaviours = [
      rejected('`name`: `5`', 422),
      rejected('`id`: `"1"`'),
      rejected('a', null),
    ]
  const names = others.map(({ displayName }) => displayName).join(', ')
  assert.deepEqual(tableCells(leniencyTable(result)), [
    [names, '', '400, 422, no response'],
    ['express', ...lenient],
  ])
  for (const server of result.subjects) server.details.behaviours = []
  assert.equal(leniencyTable(result), '')
})

test('unknown keys of binary messages are fields', () => {
  const validation = { ...disclosure.validation, unknownKeys: 'echoed' as const }
  const details = { wire: 'connect' as const, behaviours: [], validation }
  const [, [validator = []] = []] = cellsOf([{ name: 'a', requestsPerSecond: 1, details }])
  assert.equal(validator[3], 'echoed (fields)')
})
