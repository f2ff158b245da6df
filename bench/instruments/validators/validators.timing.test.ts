/** Faulty libraries, timed in their own processes. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validatorsStore } from '../../../charts/instruments/validators/format.ts'
import { type Summarized, summarized } from '../../../charts/instruments/validators/summary.ts'
import type { Counter } from '../../counters/counter.ts'
import { chooseServers, discoverServers, findServerFolders } from '../../folders/servers.ts'
import { type Launch, ServerProcess } from '../../server/server-process.ts'
import { writingTo } from '../../terminal/output.ts'
import { faultySteps, writeFaultySteps } from '../../test/faulty/steps.ts'
import { commandLine, processesOf, runDirectory } from '../../test/testing.ts'
import { measureLibraries } from './measure.ts'

const directory = mkdtempSync(join(tmpdir(), 'bench-steps-'))
after(() => rmSync(directory, { recursive: true, force: true }))
writeFaultySteps(directory)

/** Options for the shortest run. */
const SHORT = [
  '--servers-dir',
  directory,
  '--runtime',
  'node',
  '--processes',
  '1',
  '--seconds',
  '0.02',
]

const timeOf = (library: Summarized | undefined) =>
  library?.summary.operations.validate?.nanoseconds.value ?? assert.fail('no time')

test('faulty libraries are disqualified, a cache gains nothing, the others are measured, and no process is left', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'validators.json')
  const known = ['knows-its-last-object', 'knows-its-last-value']
  const names = ['honest-steps', 'accepts-all', 'stops-looking-after-10000-calls', ...known]
  const args = ['validators', '--servers', names.join(','), ...SHORT, '--no-counts', '--out', out]
  const { status, output, complaints } = await commandLine(scratch, args)
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  const validators = validatorsStore.read(out)
  const measured = summarized(validators)
  const named = (name: string) => measured.find((each) => each.name === name)
  for (const name of ['accepts-all', 'stops-looking-after-10000-calls']) {
    const refusal = validators.servers.find((each) => each.name === name)?.refusal ?? ''
    assert.match(refusal, faultySteps[name]?.disqualified ?? assert.fail())
    assert.equal(named(name), undefined)
    assert.ok(output.includes(`${name}: disqualified: ${refusal}`), refusal)
  }
  for (const name of known) {
    const times = timeOf(named(name)) / timeOf(named('honest-steps'))
    assert.ok(times > 5, `${name} takes ${times} times as long`)
  }
  const { importMilliseconds, firstCallMicroseconds } =
    named('honest-steps')?.summary ?? assert.fail()
  assert.ok(importMilliseconds.value > 0 && firstCallMicroseconds.value > 0)
  assert.deepEqual(processesOf(scratch), [])
})

test('counting follows timing, with one process per lane', async () => {
  const folders = chooseServers(findServerFolders([directory]), ['honest-steps', 'accepts-all'])
  const libraries = discoverServers(folders, 'steps').installed
  let [running, most] = [0, 0]
  const counter = {
    async start(launch: Launch) {
      running++
      most = Math.max(most, running)
      const process = await ServerProcess.start(launch, null)
      return {
        process,
        async during(work: () => Promise<void>) {
          await work()
          return { javascript: 1_000, others: 0 }
        },
        async stop() {
          running--
          await process.stop()
        },
      }
    },
  } as unknown as Counter
  const counting = { counter, lanes: [null, null] }
  const plan = { libraries, processes: 3, seconds: 0.01, counting, seed: 1, cpus: null }
  const lines: string[] = []
  const io = { out: { write: (text: string) => lines.push(text) }, err: process.stderr }
  const measured = await writingTo(io, () => measureLibraries(plan))
  const said = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  assert.equal(said(/^accepts-all: disqualified: /), 1)
  assert.equal(said(/^\d\/3 {2}honest-steps .* ns/), 3)
  assert.equal(said(/^\d\/3 {2}honest-steps .* instructions/), 3)
  assert.equal(said(/^\d\/3/), 6)
  assert.deepEqual([running, most], [0, 2])
  assert.deepEqual(
    measured.map(({ name, counted }) => [name, counted.length]),
    [
      ['accepts-all', 0],
      ['honest-steps', 3],
    ],
  )
})
