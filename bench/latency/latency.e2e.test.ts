import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { readLatency } from '../../shared/result/latency.ts'
import { mergeHistograms, quantileOf } from '../../shared/result/latency-histogram.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import { commandLine, liarsDirectory, processesOf, runDirectory } from '../test/testing.ts'

const liars = liarsDirectory()
const userServer = pathToFileURL(join(import.meta.dirname, '../test/liars/user-server.ts'))

/** Computes for so many milliseconds. */
const BUSY = `const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); }`

/** Servers of `update-user`: what each does in its process besides being honest. */
const servers = {
  // Answers fast and stands still for 100 ms every second: of all requests one in ten waits.
  stalls: `import { serve } from '${userServer}'\n${BUSY}\nsetInterval(() => busy(100), 1000)\nserve()\n`,
  // Takes 0.1 ms more for each, always.
  plods: `import { honest, serve } from '${userServer}'\n${BUSY}\nserve((call) => { busy(0.1); return honest(call) })\n`,
}

/** Both as server folders. */
function writeServers(directory: string): void {
  for (const [name, source] of Object.entries(servers)) {
    const validation = { ...disclosure.validation, errors: 'all' }
    const bench = { router: false, ...disclosure, validation, description: name }
    writeTree(join(directory, name), {
      'package.json': { name: `@latency/${name}`, private: true, type: 'module', bench },
      'update-user.ts': source,
    })
  }
}

test('a server that answers fast but stalls is first by throughput and last by latency', async (t) => {
  const directory = temporaryDirectory(t)
  writeServers(directory)
  const plan = {
    scenario: 'update-user',
    wire: 'plain',
    connections: 100,
    pipelining: 1,
    seed: 3,
    polling: true,
  } as const
  const session = await prepareOpen(plan, null)
  t.after(() => session.close())
  /** Highest rate and p99 of a fresh process. */
  const measure = async (name: string) => {
    const entry = join(directory, name, 'update-user.ts')
    const server = await ServerProcess.start({ runtime: { executable: process.execPath }, entry }, null)
    t.after(() => server.stop())
    const closed = await session.load(server.port, 0.5)
    const open = await session.loadOpen(server.port, { arrivals: 'constant', rate: 500, seconds: 1, seed: 3 })
    await server.stop()
    assert.deepEqual([open.load.wrong, open.load.errors], [0, 0])
    const latencies = { histogram: mergeHistograms([open.latency]), endless: open.failed + open.unsent }
    const p99 = quantileOf(latencies, 0.99) ?? Number.POSITIVE_INFINITY
    return { maximum: closed.requests / closed.seconds, p99 }
  }
  const seen: string[] = []
  // A busy machine may well stall the other one, too, but not each time.
  for (let time = 1; time <= 3; time++) {
    const [stalls, plods] = [await measure('stalls'), await measure('plods')]
    // S - (1 - p)T is 90 ms, whatever else goes on.
    assert.ok(stalls.p99 >= 80, `${stalls.p99} ms`)
    if (stalls.maximum > plods.maximum && stalls.p99 > plods.p99) return
    seen.push(JSON.stringify({ stalls, plods }))
  }
  assert.fail(seen.join('; '))
})

test('a run writes what it saw; a server that fails is refused with one line, and nothing is left', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'latency.json')
  const { status, output, complaints } = await commandLine(scratch, [
    'latency',
    'update-user',
    ...['--servers', 'honest,throws-at-start', '--servers-dir', liars],
    ...['--rates', '6000,900000', '--shares', '50', '--rounds', '1', '--slice', '0.5', '--seed', '3', '--out', out],
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1, output.join('\n'))
  const result = readLatency(out)
  const [honest, liar] = result.servers
  assert.ok(honest && liar)
  const [, above, half] = honest.points
  assert.match(above?.skipped ?? '', /^its maximum is [\d,]+\/s$/)
  assert.equal(half?.rate, Math.round(Number(honest.maxima[0]?.requestsPerSecond) / 2))
  for (const { processes, skipped } of honest.points) {
    const [process] = processes
    if (skipped !== null) continue
    // On a machine at work the generator may have been late each time: then there is no number, and its word for it.
    assert.ok(process && process.slices.length + process.refused.length > 0)
    for (const { scheduled, completed, failed, unsent, cpu } of process.slices) {
      assert.ok(scheduled > 0)
      assert.equal(completed + failed + unsent, scheduled)
      assert.ok(cpu.requests > 0)
    }
    for (const why of process.refused) assert.match(why, /^the load generator /)
  }
  assert.match(liar.refusal ?? '', /^exited with status 1/)
  assert.deepEqual([liar.maxima, liar.points], [[], []])
  assert.ok(output.some((line) => line.startsWith('throws-at-start: refused: exited with status 1')))
  assert.deepEqual(processesOf(scratch), [])
})

test('a wrong objective, rate or file is one line of wrong usage, and nothing is started', async (t) => {
  const scratch = runDirectory(t)
  const wrong: [args: string[], complaint: RegExp][] = [
    [['--slo', 'p98<20ms'], /It takes p50, p90, p99, p99\.9 and milliseconds, such as p99<20ms\.$/],
    [['--rates', '1000,fast'], /It takes rates from 1 to 1000000 requests\/s, separated by commas, or none\.$/],
    [['--out', join(import.meta.dirname, 'latency.e2e.test.ts')], /exists, and no result is overwritten/],
  ]
  for (const [args, complaint] of wrong) {
    const { status, complaints } = await commandLine(scratch, ['latency', 'hello', '--servers', 'http-node', ...args])
    assert.equal(status, 2, args.join(' '))
    assert.equal(complaints.length, 1)
    assert.match(complaints[0] ?? '', complaint)
  }
  assert.equal(existsSync(join(scratch, 'latency.json')), false)
})

test('the highest rate within an objective is found, tried again, and written', async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'objective.json')
  const args = ['--servers', 'http-node', '--slo', 'p50<2000ms', '--slice', '0.1', '--seed', '3', '--out', out]
  const { status, output, complaints } = await commandLine(scratch, ['latency', 'hello', ...args])
  assert.deepEqual(complaints, [])
  const [server] = readLatency(out).servers
  const { search, refusal } = server ?? assert.fail()
  // A machine at work may keep the generator for so long that it gives no number.
  if (refusal !== null) {
    assert.equal(status, 1)
    assert.match(refusal, /^the load generator /)
    return
  }
  assert.equal(status, 0)
  assert.ok(search && search.steps.length > 0 && search.best !== null)
  assert.ok(
    search.steps.every(({ passed, held }) => held || !passed),
    'what is not held does not pass',
  )
  assert.equal(search.bestAgain.length, 5)
  assert.ok(output.some((line) => /^ {2}http-node .*\/s \(\d of 5 passed\)/.test(line)))
  assert.deepEqual(processesOf(scratch), [])
})
