import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Trial } from '../format/format.ts'
import { sampleTrial, trialWith } from '../test/samples.ts'
import { CAVEATS, type Circumstances, caveatsOfEnding, caveatsOfTrial, QUOTA } from './caveats.ts'

/** Percent of the server's CPU, and of the generator's event loop; null where it sleeps. */
const busy = (
  cpuMean: number,
  eventLoopPercent: number | null = 45,
  evidence: Partial<Trial['evidence']> = {},
): Trial =>
  trialWith(sampleTrial(), {
    values: { cpuMean },
    evidence: { generator: { cpuPercent: 96, eventLoopPercent }, ...evidence },
  })
/** On a CPU of its own, under an event-driven generator. */
const alone: Circumstances = { pinned: true, polling: false, otherNode: null, logged: 0 }
const polled = { ...alone, polling: true }
const unpinned = { pinned: false }
const [slice] = sampleTrial().evidence.slices as [Trial['evidence']['slices'][number]]
const noisy = { ...slice, noise: 'others ran' }
const unsettled = (seconds: number) => ({ settled: false, seconds })

const cases: [what: string, trial: Trial, circumstances: Circumstances, ...kinds: string[]][] = [
  ['a server that was the limit', busy(99), alone],
  ['a byte of logs per request', busy(99), { ...alone, logged: 1 }, 'logs'],
  ['a few lines in a whole load', busy(99), { ...alone, logged: 0.99 }],
  ['an idle server', busy(89.9, 70), alone, 'idle'],
  ['a busy one', busy(90, 70), alone],
  ['an idle one without a CPU of its own', busy(10, 70), { ...alone, ...unpinned }],
  ['an idle one whose generator does not tell', busy(89.9, null), polled, 'idle'],
  ['a busy one whose generator does not tell', busy(90, null), polled],
  ['an idle one under a generator that polls', busy(85, 94), polled, 'idle'],
  ['neither', busy(90, 94), polled],
  ['a generator that was the limit', busy(85, 95), polled, 'generator-limited'],
  ['the same, nearly', busy(96, 99), polled, 'generator-limited'],
  ['both', busy(97, 99), polled],
  ['a limit, unpinned', busy(99, 95), { ...polled, ...unpinned }, 'generator-limited'],
  ['none, unpinned', busy(10, 94), { ...polled, ...unpinned }],
  ['a noisy slice', busy(99, 45, { slices: [slice, noisy] }), alone],
  ['only noisy slices', busy(99, 45, { slices: [noisy, noisy] }), alone, 'noisy'],
  ['an older Node', busy(99), { ...alone, otherNode: 'no binary' }, 'other-node'],
  [
    'several at once',
    busy(10, 45, { slices: [noisy], warmUp: unsettled(1) }),
    alone,
    'idle',
    'noisy',
    'unsettled',
  ],
]
for (const [what, trial, circumstances, ...kinds] of cases) {
  test(`${what}: ${kinds.join(', ') || 'no caveat'}`, () => {
    const found = caveatsOfTrial(trial, circumstances)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      kinds,
    )
  })
}

test('a caveat says what was seen', () => {
  const said = (trial: Trial, change: Partial<Circumstances> = {}) =>
    caveatsOfTrial(trial, { ...alone, ...change })[0]?.message ?? ''
  assert.match(said(busy(88, 70)), /88%.*96%/)
  const stopped = { ...slice, noise: `${QUOTA} stopped the processes 3 times` }
  assert.match(said(busy(88, 70, { slices: [slice, stopped] })), /96%.*: the CPU quota stopped/)
  assert.equal(
    said(busy(99), { logged: 1_234.5 }),
    'wrote 1,235 bytes per request to stdout and stderr',
  )
  assert.equal(said(busy(99, 45, { slices: [noisy] })), 'no quiet slice: others ran')
  assert.equal(said(busy(99, 45, { warmUp: unsettled(6.04) })), 'not settled after 6.0 s of load')
  assert.equal(said(busy(99, 45, { warmUp: unsettled(0) })), 'it was not warmed up')
  assert.equal(said(busy(99), { otherNode: 'no binary' }), 'no binary')
  assert.deepEqual(caveatsOfEnding({ ignoredSeconds: null, left: 0 }), [])
  assert.deepEqual(caveatsOfEnding({ ignoredSeconds: 2, left: 1 }), [
    { kind: 'ignored-sigterm', message: 'ignored SIGTERM for 2 s and was killed' },
    { kind: 'left-processes', message: 'left 1 process behind, killed' },
  ])
})

test('each mark has one meaning: no two kinds share one, and no other code has any', () => {
  const marks = Object.values(CAVEATS).map(({ mark }) => mark)
  assert.equal(new Set(marks).size, marks.length)
  // Signs of code and Markdown cannot be distinguished from marks.
  const special = marks.filter((mark) => !['*', '#'].includes(mark))
  const root = new URL('../../', import.meta.url)
  const marked = ['charts', 'shared'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => {
        const text = readFileSync(new URL(file, root), 'utf8')
        return special.some((mark) => text.includes(mark))
      }),
  )
  assert.deepEqual(marked, ['shared/results/caveats.ts'])
})

test('the least requests of a warm-up are those of the protocol, with the scenarios that need fewer', () => {
  assert.match(CAVEATS.unsettled.rule, /, or before 20,000 requests \(user-list: 3,000\)$/)
})
