import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trial } from '../../shared/format/format.ts'
import { sampleTrial, trialWith } from '../../shared/test/samples.ts'
import type { Server } from '../folders/servers.ts'
import { writingTo } from './output.ts'
import { Progress } from './progress.ts'

const named = (name: string) => ({ name }) as Server

/** Returns the lines that a run's events print. */
async function linesOf(events: (progress: Progress) => void): Promise<string[]> {
  let text = ''
  const sink = { write: (part: string) => (text += part) }
  await writingTo({ out: sink, err: sink }, async () =>
    events(new Progress(12, [named('a'), named('longer')], 60)),
  )
  return text.trimEnd().split('\n')
}

test('there is one plain line per trial, with its caveats', async () => {
  const caveats: Trial['evidence']['caveats'] = [
    { kind: 'generator-limited', message: 'it was the limit' },
    { kind: 'left-processes', message: 'left 2 processes behind, killed' },
  ]
  const lines = await linesOf((progress) => {
    progress.roundBegins(2)
    progress.trialEnds(named('a'), sampleTrial(2, 45_678.9))
    progress.trialEnds(
      named('longer'),
      trialWith(sampleTrial(2, 45_678.9), { evidence: { caveats } }),
    )
    progress.roundEnds(2, [], 754)
  })
  assert.deepEqual(lines, [
    'round  2/12  a          45,679 requests/s  p99 8.0 ms',
    'round  2/12  longer     45,679 requests/s  p99 8.0 ms  generator-limited, left-processes',
    'round  2/12  about 14 min left',
  ])
})

test('a round after which more are needed, and a disqualification, name the servers', async () => {
  const lines = await linesOf((progress) => {
    progress.disqualified(named('a'), { round: 1, phase: 'start', reason: 'not\nbuilt' })
    progress.roundBegins(3)
    progress.disqualified(named('a'), {
      round: 3,
      phase: 'start',
      reason: 'exited\nwith  status 1',
    })
    progress.roundEnds(3, ['a', 'b'], 0)
  })
  assert.deepEqual(lines, [
    'before round 1  a disqualified (start): not built',
    'round  3/12  a disqualified (start): exited with status 1',
    'round  3/12  not precise enough yet: a, b',
  ])
})
