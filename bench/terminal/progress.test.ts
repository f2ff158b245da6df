import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { duration } from '../../shared/basics/text.ts'
import type { Protocol, Trial } from '../../shared/format/format.ts'
import { sampleTrial } from '../../shared/test/samples.ts'
import type { Server } from '../folders/servers.ts'
import { Progress } from './progress.ts'

const protocol: Protocol = {
  generator: 'builtin',
  polling: true,
  connections: 100,
  durationSeconds: 8,
  sliceSeconds: 1,
  groupSize: 4,
  warmupSeconds: 4,
  rounds: 12,
  seed: 1,
}
const named = (name: string) => ({ name }) as Server

/** Collects all printed lines. */
function printed(t: TestContext): string[] {
  const lines: string[] = []
  t.mock.method(process.stdout, 'write', (text: string) => lines.push(text.replace(/\n$/, '')))
  return lines
}

test('there is one plain line per trial', (t) => {
  const servers = [named('a'), named('longer')]
  const lines = printed(t)
  const progress = new Progress(protocol, servers)
  progress.roundBegins(2)
  for (const server of servers) progress.trialEnds(server, sampleTrial(2, 45_678.9))
  progress.roundEnds(2, [])
  t.mock.restoreAll()
  assert.equal(lines.length, 2, lines.join('\n'))
  assert.match(lines[0] ?? '', /^round {2}2\/12 {2}a {8}\s*45,679 requests\/s {2}p99 8\.0 ms$/)
  assert.match(lines[1] ?? '', /^round {2}2\/12 {2}longer {3}\s*45,679 requests\/s/)
  assert.equal(lines[0]?.length, lines[1]?.length, 'columns are aligned')
  for (const line of lines) assert.doesNotMatch(line, /[^ -~]/, 'plain ASCII, without escapes')
})

test('a round after which more are needed names the servers', (t) => {
  const lines = printed(t)
  const progress = new Progress(protocol, [named('a')])
  progress.roundBegins(1)
  progress.roundEnds(1, ['a', 'b'])
  t.mock.restoreAll()
  assert.deepEqual(lines, ['round  1/12  not precise enough yet: a, b'])
})

test('a caveat is on its trial’s line', (t) => {
  const lines = printed(t)
  const progress = new Progress(protocol, [named('a')])
  progress.roundBegins(1)
  const caveats: Trial['caveats'] = [
    { kind: 'generator-limited', message: 'it was the limit' },
    { kind: 'left-processes', message: 'left 2 processes behind, killed' },
  ]
  progress.trialEnds(named('a'), { ...sampleTrial(), caveats })
  t.mock.restoreAll()
  assert.equal(lines.length, 1)
  assert.ok(lines[0]?.endsWith('  generator-limited, left-processes'))
})

test('a disqualification is one line with server, round, phase and reason', (t) => {
  const lines = printed(t)
  const progress = new Progress(protocol, [named('a')])
  progress.roundBegins(3)
  progress.refused(named('a'), { round: 3, phase: 'start', reason: 'exited\nwith  status 1' })
  t.mock.restoreAll()
  assert.deepEqual(lines, ['round  3/12  a disqualified (start): exited with status 1'])
})

test('a disqualification may precede all trials, for example after a failed build', (t) => {
  const lines = printed(t)
  new Progress(protocol, [named('a')]).refused(named('a'), {
    round: 1,
    phase: 'start',
    reason: 'no',
  })
  t.mock.restoreAll()
  assert.deepEqual(lines, ['before round 1  a disqualified (start): no'])
})

test('durations are minutes and seconds', () => {
  const durations: [number, string][] = [
    [0, '0:00'],
    [0.4, '0:00'],
    [9, '0:09'],
    [59.6, '1:00'],
    [75, '1:15'],
    [119.9, '2:00'],
    [3600, '60:00'],
  ]
  for (const [seconds, text] of durations) assert.equal(duration(seconds), text)
})
