/** Faulty servers: each is reported with its fault, and the others are still measured. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Caveat } from '../../shared/format/format.ts'
import { readResult } from '../../shared/results/file.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import type { FaultyServer } from '../test/faulty/faulty-server.ts'
import { faultyServers } from '../test/faulty/faulty-servers.ts'
import { faulty, generatorThatReports, type Outcomes, playGroups } from '../test/rounds.ts'
import {
  commandLine,
  faultyDirectory,
  filesIn,
  ownRunDirectory,
  processesOf,
  runDirectory,
  SHORT,
} from '../test/testing.ts'

const pinning = detectPinning()
const timeout = 240_000

/** Caveats that depend only on the server; others also depend on the machine. */
const DEEDS: Caveat['kind'][] = ['accepts-invalid', 'ignored-sigterm', 'left-processes']

/** Maximum slices; the first that shows the fault is the last. */
const LOAD = { connections: 20, sliceSeconds: 0.2, durationSeconds: 6 }

/** Servers without load that are tried at a time: most of them wait. */
const LANES = 4

/** Tries all servers of a phase, with load if only that shows the fault. */
async function tryOut(phase: string, among: Record<string, FaultyServer>): Promise<Outcomes> {
  const servers = Map.groupBy(faulty(...Object.keys(among)), ({ name }) =>
    needsLoad(phase, among[name]),
  )
  const observes = () => true
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const groups = (servers.get(false) ?? []).filter((_, i) => i % LANES === lane)
    const generator = generatorThatReports()
    return playGroups(
      generator,
      groups.map((server) => [server]),
      {},
      { observes },
    )
  })
  const outcomes = await Promise.all(lanes)
  const loaded = (servers.get(true) ?? []).map((server) => [server])
  outcomes.push(await playGroups(builtin, loaded, LOAD, { pinning, observes }))
  return {
    trials: Object.assign({}, ...outcomes.map(({ trials }) => trials)),
    disqualified: Object.assign({}, ...outcomes.map(({ disqualified }) => disqualified)),
  }
}

const needsLoad = (phase: string, faulty?: FaultyServer) =>
  phase === 'load' ||
  Boolean(faulty && 'disqualified' in faulty.expected && faulty.expected.phase === undefined)

for (const [phase, table] of Object.entries(faultyServers)) {
  test(`servers caught in phase "${phase}"`, { timeout }, async (t) => {
    const scratch = ownRunDirectory(t)
    const among = Object.fromEntries(
      Object.entries<FaultyServer>(table)
        .filter(([, { shownBy }]) => !shownBy)
        .filter(([name]) => name !== 'escapes-its-cpu' || pinning.server),
    )
    const { disqualified, trials } = await tryOut(phase, among)
    assert.deepEqual(processesOf(scratch), [])
    for (const [name, { expected }] of Object.entries(among)) {
      await t.test(name, () => {
        if ('disqualified' in expected) {
          assert.match(disqualified[name]?.reason ?? '', expected.disqualified)
          if (expected.phase) assert.equal(disqualified[name]?.phase, expected.phase)
          assert.equal(trials[name], undefined)
        } else {
          assert.equal(disqualified[name], undefined)
          const given = trials[name]?.caveats.filter(({ kind }) => DEEDS.includes(kind))
          assert.deepEqual(
            given?.map(({ kind }) => kind),
            expected.caveats.map(({ kind }) => kind),
          )
          for (const [i, { message }] of given?.entries() ?? [])
            assert.match(message, expected.caveats[i]?.message ?? /^$/)
        }
      })
    }
    if (phase !== 'load') return
    await t.test('one-in-twenty-wrong: wrong responses are counted', () => {
      const [, wrong, all] =
        /^(\d+) of (\d+)/.exec(disqualified['one-in-twenty-wrong']?.reason ?? '') ?? []
      const share = Number(wrong) / Number(all)
      assert.ok(share > 0.03 && share < 0.07, `${share}`)
    })
  })
}

test('a cache of whole bodies is useless, early hints are valid, and logging is a caveat', {
  timeout,
}, async (t) => {
  const scratch = ownRunDirectory(t)
  const name = 'caches-bodies'
  const groups = faulty('hints-early', 'logs-each-request', name).map((server) => [server])
  const { disqualified, trials } = await playGroups(
    builtin,
    groups,
    { ...LOAD, durationSeconds: 0.2 },
    { pinning },
  )
  assert.deepEqual(disqualified, {})
  const [expected] = faultyServers.load['logs-each-request'].expected.caveats
  const logs = (server: string) =>
    trials[server]?.caveats.find(({ kind }) => kind === expected?.kind)
  assert.match(logs('logs-each-request')?.message ?? '', expected?.message ?? /^$/)
  assert.equal(logs('hints-early'), undefined)
  // No valid request is repeated.
  const count = JSON.parse(readFileSync(join(scratch, 'cache.json'), 'utf8'))
  assert.equal(count.hits, 0)
  assert.ok(
    count.underLoad >= (trials[name]?.requests.total ?? Infinity),
    'the load went through the cache',
  )
  assert.ok(count.answers > count.underLoad, 'and so did the contract')
})

test('the command line reports each fault twice, and leaves only the result', {
  timeout,
}, async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'out/result.json')
  const names = ['fails-to-build', 'errors-under-load', 'leaves-a-child']
  const chosen = ['--servers-dir', faultyDirectory(), '--servers', names.join(','), '--out', out]
  // A child that is still starting would use CPU time of the window.
  const options = [...SHORT, '--warmup', '0.5']
  const args = ['run', 'update-user', ...chosen, ...options]
  const { status, output, complaints } = await commandLine(scratch, args)
  assert.deepEqual([status, complaints], [1, []])
  assert.deepEqual([processesOf(scratch), filesIn(scratch)], [[], ['out/result.json']])
  const { servers } = readResult(out)
  /** Once during the run, once below the table. */
  const linesAbout = (name: string, what: string) =>
    output.filter(
      (line) => new RegExp(`(^|\\s|, )${name}(:| |, )`).test(line) && line.includes(what),
    ).length
  for (const { name, disqualified, summary, trials } of servers) {
    const [trial] = trials
    if (disqualified) {
      assert.deepEqual([summary, trials], [null, []])
      if (name === 'fails-to-build')
        assert.match(disqualified.reason, faultyServers.start[name].expected.disqualified)
      assert.equal(linesAbout(name, `: ${disqualified.reason}`), 2, output.join('\n'))
    } else {
      assert.ok(trial && trial.requests.total > 0 && trial.checked >= trial.requests.total)
      assert.equal(linesAbout(name, 'left-processes'), 2, output.join('\n'))
    }
  }
  const failed = servers.flatMap(({ name, disqualified }) => (disqualified ? [name] : [])).sort()
  assert.deepEqual(failed, ['errors-under-load', 'fails-to-build'], output.join('\n'))
})
