import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Summary } from '../../shared/results/format.ts'
import { sampleResult, sampleServer } from '../../shared/results/samples.ts'
import { commonCaveats, commonKinds, footnotes, marksOf } from './marks.ts'

const unsettled = { kind: 'unsettled', message: 'it moved', trials: 2 } as const
const noisy = { kind: 'noisy', message: 'others ran', trials: 1 } as const

/** Returns servers a, b, …, each with its caveats. */
function resultOf(...caveats: Summary['caveats'][]) {
  const servers = caveats.map((held, i) => {
    const server = sampleServer(String.fromCharCode(97 + i))
    return { ...server, summary: server.summary && { ...server.summary, caveats: held } }
  })
  return { ...sampleResult(servers), checksum: '' }
}

test('a caveat is common if more than half of the measured rows have it', () => {
  const rows = (...carried: boolean[]) => carried.map((held) => ({ caveats: held ? [unsettled] : [], trials: 5 }))
  assert.deepEqual([...commonKinds(rows(true, true, false))], ['unsettled'])
  assert.deepEqual([...commonKinds(rows(true, false))], [], 'half is not more than half')
  assert.deepEqual([...commonKinds([...rows(true, true, false), null, undefined])], ['unsettled'])
  assert.deepEqual([...commonKinds([])], [])
})

test('a common caveat is stated once, with the servers that lack it, and marks no row; other caveats mark rows', () => {
  const result = resultOf([unsettled], [unsettled, noisy], [unsettled], [])
  const common = commonKinds(result.servers.map(({ summary }) => summary))
  assert.deepEqual(
    result.servers.map(({ summary }) => summary && marksOf(summary, common)),
    ['', '§', '', ''],
  )
  assert.deepEqual(
    commonCaveats(result).map(({ kind, whose }) => [kind, whose]),
    [['unsettled', '3 of 4 servers, all but d']],
  )
  assert.deepEqual(
    footnotes(result).map(({ kind }) => kind),
    ['noisy'],
  )
})

test('a caveat of less than a tenth of the trials marks nothing, unless it is about how a server ends', () => {
  const ending = { kind: 'ignored-sigterm', message: 'it lived on', trials: 1 } as const
  const result = resultOf([{ ...unsettled, trials: 1 }, ending], [{ ...unsettled, trials: 2 }], [])
  for (const { summary } of result.servers) if (summary) summary.trials = 20
  assert.deepEqual(
    result.servers.map(({ summary }) => summary && marksOf(summary, new Set())),
    ['◊', '¶', ''],
  )
})
