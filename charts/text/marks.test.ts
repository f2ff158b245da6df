import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Summary } from '../../shared/format/format.ts'
import { sampleResult, sampleServer } from '../../shared/test/samples.ts'
import { footnotes, marksOf } from './marks.ts'

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

test('each caveat marks its rows, and has one footnote', () => {
  const result = resultOf([unsettled], [unsettled, noisy], [])
  assert.deepEqual(
    result.subjects.map(({ summary }) => summary && marksOf(summary)),
    ['¶', '§¶', ''],
  )
  assert.deepEqual(
    footnotes(result).map(({ kind }) => kind),
    ['noisy', 'unsettled'],
  )
})

test('a caveat of less than a tenth of the trials marks nothing, unless it is about how a server ends', () => {
  const ending = { kind: 'ignored-sigterm', message: 'it lived on', trials: 1 } as const
  const result = resultOf([{ ...unsettled, trials: 1 }, ending], [{ ...unsettled, trials: 2 }], [])
  for (const { summary } of result.subjects) if (summary) summary.trials = 20
  assert.deepEqual(
    result.subjects.map(({ summary }) => summary && marksOf(summary)),
    ['◊', '¶', ''],
  )
})
