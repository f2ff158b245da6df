/** Runs over a network: the same trial and the same checks, with the servers on either host. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readResult } from '../../shared/results/file.ts'
import { FAR, FarHost } from '../test/far-host.ts'
import { commandLine, faultyDirectory, processesOf, runDirectory, SHORT, until } from '../test/testing.ts'

const FAULTY = faultyDirectory()
const timeout = 300_000
const skip = process.platform !== 'linux'

/** A short run of the named servers, and what it wrote; nothing of it is left on either host. */
async function runOver(t: TestContext, names: string[], options: readonly string[]) {
  const scratch = runDirectory(t)
  const far = new FarHost(scratch)
  const out = join(scratch, 'result.json')
  const ended = await commandLine(
    scratch,
    [
      ...['run', 'update-user', ...SHORT, '--servers-dir', FAULTY, '--servers', names.join(','), '--out', out],
      ...options,
    ],
    far.wrapper,
  )
  t.diagnostic(ended.output.join(' | '))
  assert.deepEqual(ended.complaints, [])
  assert.deepEqual(processesOf(scratch), [])
  return { ended, result: readResult(out) }
}

test('a host that can’t take part is named, with why, and nothing is left on it', { timeout, skip }, async (t) => {
  const scratch = runDirectory(t)
  const far = new FarHost(scratch)
  const run = ['run', 'hello', ...SHORT, '--servers', 'http-node', '--out', join(scratch, 'result.json')]
  const cases: [options: string[], complaint: RegExp][] = [
    [['--load-from', 'nobody@far'], /^can't start the suite's agent on nobody@far: .*Permission denied/],
    [['--load-from', FAR, '--remote-dir', scratch], /^can't start the suite's agent on far: .*Cannot find module/],
    [['--load-from', FAR, '--address', '10.77.0.9'], /^this host can't listen on 10.77.0.9: .*name an address/],
  ]
  for (const [options, complaint] of cases) {
    const { status, output, complaints } = await commandLine(scratch, [...run, ...options], far.wrapper)
    assert.deepEqual([status, output, complaints.length], [1, [], 1], complaints.join('\n'))
    assert.match(complaints[0] ?? '', complaint)
    await until(() => processesOf(scratch).length === 0)
  }
})

test('an honest server is measured, and a wrong one refused', { timeout, skip }, async (t) => {
  const { ended, result } = await runOver(t, ['honest', 'wrong-under-load'], ['--load-from', FAR])
  assert.equal(ended.status, 1)
  const [honest, wrong] = result.servers
  const [trial] = honest?.trials ?? []
  assert.ok(trial && trial.requests.total > 20, 'requests are counted')
  assert.ok(trial.checked >= trial.requests.total && trial.checkedApart > 0, 'and every answer is checked')
  assert.ok(trial.cpu.meanPercent > 0 && trial.peakMemory > 1e7, 'the server is watched where it runs')
  assert.ok(trial.generator.cpuPercent > 0)
  assert.ok((honest?.behaviours.length ?? 0) > 0)
  assert.match(wrong?.refusal?.reason ?? '', /wrong/)
  const { link } = result.environment
  assert.ok(link && link.roundTrip.medianMs > 0 && link.roundTrip.minMs <= link.roundTrip.medianMs)
  assert.ok(!JSON.stringify(result.environment).includes(FAR), 'no host is named')
})
