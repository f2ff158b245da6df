import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { COUNTER_KINDS, type CounterKind, readCounts } from '../../shared/result/instructions.ts'
import { commandLine, liarsDirectory, processesOf, runDirectory } from '../test/testing.ts'
import { CounterMissing } from './counter.ts'
import { type ReadyCounter, readyCounter } from './counters.ts'
import { runProgram } from './program.ts'
import { QEMU } from './qemu.ts'

/** A counter that works here; `null`, and the test skipped with the reason, where none does. */
async function counterOrSkip(t: TestContext, kind?: CounterKind): Promise<ReadyCounter | null> {
  try {
    return await readyCounter(kind)
  } catch (error) {
    if (!(error instanceof CounterMissing)) throw error
    t.skip(error.message)
    return null
  }
}

for (const kind of COUNTER_KINDS) {
  test(`${kind} counts a program of a known number of instructions to 0.1%`, async (t) => {
    const { selfCheck } = (await counterOrSkip(t, kind)) ?? {}
    if (!selfCheck) return
    assert.ok(Math.abs(selfCheck.counted / selfCheck.expected - 1) <= 0.001)
  })
}

test('an emulated process has the same addresses each time, whatever the system draws anew', async (t) => {
  if (!(await counterOrSkip(t, 'qemu'))) return
  const maps = async () => (await runProgram(QEMU, ['-cpu', 'max', '/bin/cat', '/proc/self/maps'])).stdout
  const [first, ...others] = [await maps(), await maps(), await maps()]
  assert.match(first ?? '', /^[0-9a-f]+-[0-9a-f]+ /)
  for (const other of others) assert.equal(other, first)
})

const liars = liarsDirectory()

test('a server that fails is refused with one line, the others stand, and nothing is left', async (t) => {
  if (!(await counterOrSkip(t))) return
  const scratch = runDirectory(t)
  const out = join(scratch, 'counts.json')
  const args = [
    '--servers',
    'honest,throws-at-start',
    '--servers-dir',
    liars,
    '--processes',
    '1',
    '--requests',
    '200',
    '--out',
    out,
  ]
  const { status, output } = await commandLine(scratch, ['instructions', 'update-user', ...args])
  assert.equal(status, 1)
  const { servers: counted } = readCounts(out)
  const [honest, liar] = [counted.find(({ name }) => name === 'honest'), counted.find(({ name }) => name !== 'honest')]
  assert.ok((honest?.summary?.javascript ?? 0) > 10_000)
  assert.equal(liar?.summary, null)
  assert.match(liar?.refusal ?? '', /^exited with status 1/)
  assert.ok(output.some((line) => line.startsWith('throws-at-start: refused: exited with status 1')))
  assert.deepEqual(processesOf(scratch), [])
})

test('where no counter works one line says what each needs', { skip: process.platform !== 'linux' }, async (t) => {
  const scratch = runDirectory(t)
  const nothing = ['/usr/bin/env', 'PATH=/nonexistent']
  const { status, complaints } = await commandLine(
    scratch,
    ['instructions', 'hello', '--servers', 'http-node'],
    nothing,
  )
  assert.equal(status, 1)
  assert.equal(complaints.length, 1)
  assert.match(complaints[0] ?? '', /^no instructions can be counted here: there is no perf: apt install linux-perf; /)
  assert.match(complaints[0] ?? '', /; there is no valgrind: apt install valgrind$/)
})
