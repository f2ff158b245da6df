/** Faulty libraries, timed in their own processes. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validatorsStore } from '../../../charts/instruments/validators/format.ts'
import { type Summarized, summarized } from '../../../charts/instruments/validators/summary.ts'
import type { Counter } from '../../counters/counter.ts'
import { detectPinning } from '../../host/cpus.ts'
import { type Launch, ServerProcess } from '../../host/server-process.ts'
import { writingTo } from '../../terminal/output.ts'
import { counterOrSkip } from '../../test/counting.ts'
import { faultySteps, writeFaultySteps } from '../../test/faulty/steps.ts'
import { commandLine, processesOf, runDirectory } from '../../test/testing.ts'
import { makePool } from './inputs.ts'
import { findLibraries, findRuntimes } from './libraries.ts'
import { measureLibraries } from './measure.ts'
import { countedProcess } from './processes.ts'

const directory = mkdtempSync(join(tmpdir(), 'bench-steps-'))
after(() => rmSync(directory, { recursive: true, force: true }))
writeFaultySteps(directory)

/** Options for the shortest run. */
const SHORT = ['--servers-dir', directory, '--runtime', 'node', '--processes', '1', '--seconds', '0.02']

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
  const named = (name: string) => measured.find(({ folder }) => folder === name)
  for (const name of ['accepts-all', 'stops-looking-after-10000-calls']) {
    const refusal = validators.libraries.find(({ folder }) => folder === name)?.refusal ?? ''
    assert.match(refusal, faultySteps[name]?.refused ?? assert.fail())
    assert.equal(named(name), undefined)
    assert.ok(output.includes(`${name} (node): disqualified: ${refusal}`), refusal)
  }
  for (const name of known) {
    const times = timeOf(named(name)) / timeOf(named('honest-steps'))
    assert.ok(times > 5, `${name} takes ${times} times as long`)
  }
  const { operations, importMilliseconds, firstCallMicroseconds } = named('honest-steps')?.summary ?? assert.fail()
  assert.ok(importMilliseconds.value > 0 && firstCallMicroseconds.value > 0)
  // Only parse creates a user and its date: at least an object of four fields, and a date.
  assert.ok((operations.parse?.bytes ?? 0) >= 64, `${operations.parse?.bytes} bytes`)
  assert.deepEqual(processesOf(scratch), [])
})

test('500 times the work is counted as such', async (t) => {
  const counter = await counterOrSkip(t)
  if (!counter) return
  const amounts = { calls: 400, warmUp: 1_000, step: 100, longest: 300 }
  const names = ['honest-steps', 'knows-its-last-object']
  const { libraries } = findLibraries([directory], names, findRuntimes(['node'], true))
  const counts: number[] = []
  for (const library of libraries) {
    const counting = { counter, amounts, cpus: detectPinning().server }
    const counted = await countedProcess(library, makePool(1), ['validate'], counting)
    counts.push(counted.validate?.javascript ?? Number.NaN)
  }
  const [honest = Number.NaN, slow = Number.NaN] = counts
  assert.ok(honest > 50 && slow > 50 * honest, `${honest} and ${slow} instructions`)
})

test('counting follows timing, with one process per lane', async () => {
  const { libraries } = findLibraries([directory], ['honest-steps', 'accepts-all'], findRuntimes(['node'], true))
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
  const counting = { counter, amounts: { calls: 100, warmUp: 50, step: 10, longest: 30 }, lanes: [null, null] }
  const plan = { libraries, processes: 3, seconds: 0.01, counting, seed: 1, cpus: null }
  const lines: string[] = []
  const io = { out: { write: (text: string) => lines.push(text) }, err: process.stderr }
  const measured = await writingTo(io, () => measureLibraries(plan))
  const said = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  assert.equal(said(/^accepts-all \(node\): disqualified: /), 1)
  assert.equal(said(/^\d\/3 {2}honest-steps \(node\) .* ns/), 3)
  assert.equal(said(/^\d\/3 {2}honest-steps \(node\) .* instructions/), 3)
  assert.equal(said(/^\d\/3/), 6)
  assert.deepEqual([running, most], [0, 2])
  assert.deepEqual(
    measured.map(({ folder, counted }) => [folder, counted.length]),
    [
      ['accepts-all', 0],
      ['honest-steps', 3],
    ],
  )
})
