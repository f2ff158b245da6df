import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result, Trial } from '../../shared/result/format.ts'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { updateMethodology } from './methodology.ts'

const REGIONS = ['verdicts', 'reference', 'time', 'design', 'disturbances', 'evidence', 'instructions', 'attribution']
const page = REGIONS.map((name) => `<!-- bench:${name}:begin -->\n<!-- bench:${name}:end -->\n`).join('\n')

/** A result of turns, the first of which is the warm-up. */
function byTurns(generator: Trial['generator']): Result {
  const result = inventedResult(threeServers)
  const servers = result.servers.map((server) => ({
    ...server,
    trials: server.trials.map((trial) => ({
      ...trial,
      generator,
      slices: trial.slices.map((slice, i) => ({ ...slice, warmUp: i === 0 })),
    })),
  }))
  return { ...result, servers }
}

/** The last cells of the table on warm-up, its header's first. */
function lastColumn(result: Result): (string | undefined)[] {
  const [, region = ''] =
    /<!-- bench:evidence:begin -->([\s\S]+)<!-- bench:evidence:end -->/.exec(updateMethodology(page, [result])) ?? []
  const rows = region.split('\n').filter((line) => line.startsWith('|'))
  return rows.map((line) => line.split('|').at(-2)?.trim())
}

test('what first slices make of the rates is told by leaving them out', () => {
  const result = byTurns({ cpuPercent: 99, eventLoopPercent: 45 })
  // The first slice that counts has half of the others' requests.
  const servers = result.servers.map((server, i) => ({
    ...server,
    trials: server.trials.map((trial) => ({
      ...trial,
      slices: Array.from({ length: 5 }, (_, k) => {
        return { ...trial.slices[0], warmUp: k === 0, seconds: 1, requests: i === 0 && k === 1 ? 500 : 1_000 }
      }),
    })),
  })) as Result['servers']
  const text = updateMethodology(page, [{ ...result, servers }])
  const name = servers[0]?.displayName
  assert.ok(text.includes(`would differ by 0.0% in the median and by +14.3% at the most (${name}).`), text)
})

test('what is shown of the load generator is the time in which it found work, and nothing else in its place', () => {
  const title = 'generator found work, % of its time'
  assert.deepEqual(lastColumn(byTurns({ cpuPercent: 99, eventLoopPercent: 45 })), [title, '-:', '45', '45', '45'])
  assert.deepEqual(lastColumn(byTurns({ cpuPercent: 99, eventLoopPercent: null })), [title, '-:', '', '', ''])
})
