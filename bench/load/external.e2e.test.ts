import assert from 'node:assert/strict'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { onPath } from '../host/programs.ts'
import type { Seen } from '../test/counting-server.ts'
import { CONNECTIONS, EVERY, load, plan } from '../test/external-loads.ts'
import { autocannonTool } from './autocannon.ts'
import { externalGenerator } from './external.ts'
import { wrkTool } from './wrk.ts'

/** Distinct bodies per session. */
const PREPARED = 50_000

function assertNear(value: number, expected: number, margin: number, what: string): void {
  assert.ok(Math.abs(value - expected) <= margin, `${what}: ${value}, expected ${expected} ± ${margin}`)
}

/** Bodies repeat only after all others have been sent; several threads start at different bodies. */
function assertDistinct({ requests, distinctBodies }: Seen): void {
  const all = Math.min(requests, PREPARED)
  if (availableParallelism() <= 2) assert.equal(distinctBodies, all)
  else assert.ok(distinctBodies > all / 2 && distinctBodies <= all, `${distinctBodies} of ${all}`)
}

/** Puts a script of that name first on the `PATH` until the end of the test. */
function putOnPath(t: TestContext, name: string, script: string): void {
  const directory = temporaryDirectory(t)
  const file = join(directory, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  setPath(t, `${directory}${delimiter}${process.env.PATH}`)
}

function setPath(t: TestContext, path: string): void {
  const { PATH } = process.env
  process.env.PATH = path
  t.after(() => {
    process.env.PATH = PATH
  })
}

describe('wrk', () => {
  const tool = wrkTool
  const skip = !onPath(tool.name) && `${tool.name} is not installed: ${tool.install}`

  describe('on the PATH', { skip }, () => {
    test('sends unique bodies, and agrees with the server’s counts', async () => {
      const { report, seen, events, elapsed } = await load(tool, 'correct')
      assert.deepEqual(events, ['started', 'ended'])
      const { requests, errors, timeouts, non2xx, seconds } = report
      assert.deepEqual({ errors, timeouts, non2xx }, { errors: 0, timeouts: 0, non2xx: 0 })
      assertNear(requests, seen.requests - CONNECTIONS / 2, CONNECTIONS / 2, 'responses')
      assert.ok(seconds > 0.9 && seconds <= elapsed, `${seconds} s of ${elapsed} s`)
      assert.equal(report.repeated, Math.max(0, requests - PREPARED))
      assertDistinct(seen)

      assertNear(report.bytesReceived / requests, seen.bytesSent / seen.requests, 1, 'bytes of a response')

      const { p50, p99, max, mean } = report.latency
      assert.ok(p50 > 0 && p50 <= p99 && p99 <= max && mean > 0 && mean <= max)
      const most = elapsed * availableParallelism()
      if (process.platform === 'linux') assert.ok(report.cpuSeconds > 0 && report.cpuSeconds <= most)
      assert.deepEqual([report.checked, report.wrong, report.sent], [0, 0, null])
    })

    test('counts failed responses', async () => {
      const { report, seen } = await load(tool, 'some fail')
      assertNear(report.non2xx, seen.requests / EVERY, CONNECTIONS, 'failures')
      assertNear(report.requests, seen.requests, CONNECTIONS, 'responses')
    })

    test('counts connections closed during a request', async () => {
      const { report, seen } = await load(tool, 'closes')
      assert.ok(report.errors > 0)
      assertNear(report.errors, seen.requests / EVERY, CONNECTIONS, 'errors')
    })

    test('counts late responses as time-outs', async () => {
      const { report } = await load(tool, 'slow', { seconds: 3 })
      assert.ok(report.timeouts >= CONNECTIONS, `${report.timeouts} time-outs`)
    })
  })

  test('reports how to install it', async (t) => {
    setPath(t, temporaryDirectory(t))
    const message = `the load generator ${tool.name} is not on the PATH: ${tool.install}`
    const generator = externalGenerator(tool)
    for (const use of [() => generator.check(plan.scenario), () => generator.version()]) {
      assert.throws(use, new UsageError(message))
    }
    await assert.rejects(generator.prepare(plan, null), new UsageError(message))
  })

  test('a crash fails the load and shows its last error', async (t) => {
    putOnPath(t, tool.name, 'echo begins; echo "error: out of luck" >&2; exit 3')
    const session = await externalGenerator(tool).prepare(plan, null)
    t.after(() => session.close())
    await assert.rejects(session.load(1, 0.1), new Error(`${tool.name} ended with status 3: error: out of luck`))
  })

  test('unexpected output fails the load and is shown', async (t) => {
    putOnPath(t, tool.name, 'echo "all is well"')
    const session = await externalGenerator(tool).prepare(plan, null)
    t.after(() => session.close())
    await assert.rejects(
      session.load(1, 0.1),
      new RegExp(`^Error: ${tool.name} printed no result: .*: all is well$`, 's'),
    )
  })
})

test('closing a session during a load leaves neither process nor files', async (t) => {
  putOnPath(t, 'wrk', 'exec sleep 60')
  const scratch = temporaryDirectory(t)
  const { TMPDIR } = process.env
  process.env.TMPDIR = scratch
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  assert.equal(tmpdir(), scratch)
  const session = await externalGenerator(wrkTool).prepare(plan, null)
  assert.equal(readdirSync(scratch).length, 1)
  const running = assert.rejects(session.load(1, 0.1), new Error('wrk was killed by SIGKILL: no output'))
  await session.close()
  await running
  assert.deepEqual(readdirSync(scratch), [])
})

describe('autocannon, by its public API', () => {
  test('agrees with the server’s counts, and compares no bodies', async () => {
    const { report, seen, events } = await load(autocannonTool, 'correct')
    assert.deepEqual(events, ['started', 'ended'])
    const { requests, errors, timeouts, non2xx } = report
    assert.deepEqual({ errors, timeouts, non2xx }, { errors: 0, timeouts: 0, non2xx: 0 })
    assertNear(requests, seen.requests - CONNECTIONS / 2, CONNECTIONS / 2, 'responses')
    assert.ok(seen.distinctBodies > 10 && seen.distinctBodies <= 100, `${seen.distinctBodies}`)
    assert.deepEqual([report.checked, report.wrong], [0, 0])
  })

  test('counts failed responses', async () => {
    const { report, seen } = await load(autocannonTool, 'some fail')
    assertNear(report.non2xx, seen.requests / EVERY, CONNECTIONS, 'failures')
  })

  test('varies paths and headers, but cannot check rejections', () => {
    const generator = externalGenerator(autocannonTool)
    for (const scenario of ['route-params', 'middleware-chain']) generator.check(scenario)
    assert.throws(() => generator.check('reject'), /can't tell correct rejections from failures/)
  })
})
