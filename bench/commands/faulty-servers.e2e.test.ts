/** Faulty servers: each is reported with its fault, and the others are still measured. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Caveat } from '../../shared/format/format.ts'
import { readResult } from '../../shared/results/file.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { inProcess } from '../test/cli.ts'
import { WRITTEN } from '../test/faulty/end.ts'
import { faultyServer, faultyServers } from '../test/faulty/faulty-servers.ts'
import { generatorThatReports, play, serverNamed, serversNamed } from '../test/rounds.ts'
import {
  commandLine,
  faultyDirectory,
  filesIn,
  processesOf,
  runDirectory,
  SHORT,
} from '../test/testing.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bench-faulty-run-'))
process.env.TMPDIR = scratch
after(() => {
  const left = processesOf(scratch)
  rmSync(scratch, { recursive: true })
  assert.deepEqual(left, [])
})

const pinning = detectPinning()

/** Caveats that depend only on the server; others also depend on the machine. */
const FAULT_CAVEATS: Caveat['kind'][] = ['accepts-invalid', 'ignored-sigterm', 'left-processes']

/** Maximum slices; the first that shows the fault is the last. */
const LOAD = { connections: 20, sliceSeconds: 0.2, durationSeconds: 6 }

for (const [phase, table] of Object.entries(faultyServers)) {
  describe(`caught in phase "${phase}":`, { concurrency: 4 }, () => {
    for (const [name, faulty] of Object.entries(table)) {
      const { disqualified: reason, caveats = [], shownBy } = faulty
      if (shownBy || (name === 'escapes-its-cpu' && !pinning.server)) continue
      const needsLoad = phase === 'load' || (reason && !faulty.phase)
      test(name, async () => {
        const generator = needsLoad ? builtin : generatorThatReports()
        const { workers, pipelining } = faulty
        const several = { ...(workers && { workers }), ...(pipelining && { pipelining }) }
        const protocol = needsLoad ? { ...LOAD, ...several } : {}
        const { trials, disqualified } = await play(generator, [[serverNamed(name)]], protocol, {
          observes: () => phase === 'contract' || faulty.manifest !== undefined,
          ...(needsLoad && { pinning }),
        })
        const given = disqualified[name]
        if (reason) {
          assert.match(given?.reason ?? '', reason)
          if (faulty.phase) assert.equal(given?.phase, faulty.phase)
          return assert.equal(trials[name], undefined)
        }
        assert.equal(given, undefined)
        const shown =
          trials[name]?.evidence.caveats.filter(({ kind }) => FAULT_CAVEATS.includes(kind)) ?? []
        assert.equal(shown.length, caveats.length)
        for (const [i, { kind, message }] of caveats.entries()) {
          assert.equal(shown[i]?.kind, kind)
          assert.match(shown[i]?.message ?? '', message)
        }
      })
    }
  })
}

test('as one process, with one request in flight, a server that mishandles several is correct', async () => {
  const all = Object.values(faultyServers).flatMap((table) => Object.entries(table))
  const names = all.flatMap(([name, { workers, pipelining }]) =>
    workers || pipelining ? [name] : [],
  )
  const change = { ...LOAD, durationSeconds: 0.2 }
  const { disqualified, trials } = await play(builtin, [serversNamed(...names)], change)
  assert.deepEqual(disqualified, {})
  assert.deepEqual(Object.keys(trials).sort(), names.sort())
})

test('a cache of whole bodies is useless, early hints are valid, logging is a caveat, and the contract holds after the load', async () => {
  const name = 'caches-bodies'
  const lax = 'lax-after-the-load'
  const servers = serversNamed('hints-early', 'logs-each-request', name, lax)
  const groups = servers.map((server) => [server])
  const load = { ...LOAD, durationSeconds: 0.2 }
  const { disqualified, trials } = await play(builtin, groups, load, { pinning })
  assert.deepEqual(Object.keys(disqualified), [lax])
  assert.equal(disqualified[lax]?.phase, 'contract after the load')
  assert.match(disqualified[lax]?.reason ?? '', faultyServer(lax).disqualified ?? /^$/)
  const logs = (server: string) =>
    trials[server]?.evidence.caveats.find(({ kind }) => kind === 'logs')
  const [expected] = faultyServer('logs-each-request').caveats ?? []
  assert.match(logs('logs-each-request')?.message ?? '', expected?.message ?? /^$/)
  assert.equal(logs('hints-early'), undefined)
  const count = JSON.parse(readFileSync(join(scratch, 'cache.json'), 'utf8'))
  assert.equal(count.hits, 0, 'no valid request is repeated')
  const loaded = trials[name]?.evidence.requests ?? Infinity
  assert.ok(count.underLoad >= loaded, 'the load went through the cache')
  assert.ok(count.answers > count.underLoad, 'and so did the contract')
})

test('a file that a server writes into the checkout is reported, by run and verify', async (t) => {
  t.after(() => rmSync(WRITTEN, { force: true }))
  const name = 'writes-into-the-checkout'
  const written = basename(WRITTEN)
  const { changed, disqualified } = await play(generatorThatReports(), [[serverNamed(name)]])
  assert.deepEqual(disqualified, {})
  // Other tests may write files at the same time.
  const [of] = changed.filter(({ files }) => files.includes(written))
  assert.deepEqual(of?.servers, [name])
  const args = ['--servers-dir', faultyDirectory(), '--servers', name]
  const { status, output } = await inProcess('verify', 'update-user', ...args)
  assert.equal(status, 0)
  const line = new RegExp(`^ {6}.*${written}.* changed in the checkout while it ran$`)
  assert.ok(
    output.some((each) => line.test(each)),
    output.join('\n'),
  )
})

test('the command line reports each fault twice, and leaves only the result', async (t) => {
  const own = runDirectory(t)
  const out = join(own, 'out/result.json')
  const names = ['fails-to-build', 'errors-under-load', 'leaves-a-child']
  const chosen = ['--servers-dir', faultyDirectory(), '--servers', names.join(','), '--out', out]
  // A child that is still starting would use CPU time of the window.
  const args = ['run', 'update-user', ...chosen, ...SHORT, '--warmup', '0.5']
  const { status, output, complaints } = await commandLine(own, args)
  assert.deepEqual([status, complaints], [1, []])
  // The server that leaves a child has marked that it was loaded.
  assert.deepEqual([processesOf(own), filesIn(own)], [[], ['loaded', 'out/result.json']])
  /** Once during the run, once below the table. */
  const assertSaidTwice = (name: string, what: string) => {
    const about = new RegExp(`(^|\\s|, )${name}(:| |, )`)
    const lines = output.filter((line) => about.test(line) && line.includes(what))
    assert.equal(lines.length, 2, output.join('\n'))
  }
  const { subjects: servers } = readResult(out)
  assert.deepEqual(servers.map(({ name }) => name).sort(), names.toSorted())
  for (const { name, disqualified, summary, samples: trials } of servers) {
    if (name === 'leaves-a-child') {
      assert.ok(trials[0] && trials[0].evidence.checked >= trials[0].evidence.requests)
      assertSaidTwice(name, 'left-processes')
    } else {
      assert.deepEqual([summary, trials], [null, []])
      assert.match(disqualified ?? '', faultyServer(name).disqualified ?? /^$/)
      assertSaidTwice(name, `: ${disqualified}`)
    }
  }
})
