/** What liars.test.ts can not show with real programs in a short time: a load generator that reports the rare, or fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../shared/update-user.ts'
import { TrialFailure } from './errors.ts'
import { autocannon } from './generators/autocannon.ts'
import type { LoadGenerator, LoadReport } from './generators/generator.ts'
import { quickProtocol } from './options.ts'
import { discoverServers, findServerFolders, type Server } from './servers.ts'
import { LIARS } from './testing.ts'
import { runTrial, type TrialPlan } from './trial.ts'

const goodReport: LoadReport = {
  seconds: 1,
  completed: 1_000,
  perSecond: [1_000],
  latency: { mean: 1, sd: 1, p50: 1, p90: 1, p97_5: 1, p99: 1, p99_9: 1, max: 1 },
  bytesReceived: 1,
  bytesSent: 1,
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  checked: 1_000,
  wrong: 0,
  firstWrong: null,
  cpuSeconds: 0.1,
  eventLoopPercent: 10,
}

/** A generator that sends nothing and has its report ready, or its failure. */
function generatorThatReports(outcome: Partial<LoadReport> | Error): LoadGenerator & { closed: number } {
  const generator = {
    ...autocannon,
    closed: 0,
    prepare: async () => ({
      async load(_port: number, _seconds: number, watch: { started?(): void; ended?(): void } = {}) {
        if (outcome instanceof Error) throw outcome
        watch.started?.()
        watch.ended?.()
        return { ...goodReport, ...outcome }
      },
      close: async () => {
        generator.closed++
      },
    }),
  }
  return generator
}

function honestServer(): Server {
  const folders = findServerFolders([LIARS]).filter(({ name }) => name === 'honest')
  return discoverServers(folders, 'update-user').installed[0] as Server
}

function plan(generator: LoadGenerator): TrialPlan {
  const pinning = { server: null, generator: null, note: null }
  const protocol = { ...quickProtocol, warmupSeconds: 0, seed: 1 }
  const base = { scenario: updateUser, protocol, generator, pinning, round: 1, position: 1, observe: false }
  return { server: honestServer(), ...base }
}

test('a trial in which every response was right', async () => {
  const generator = generatorThatReports({})
  const { trial } = await runTrial(plan(generator))
  assert.equal(trial.requests.total, 1_000)
  assert.ok(generator.closed > 0)
})

for (const [outcome, reason] of [
  [{ completed: 0 }, /^answered no request$/],
  [{ timeouts: 3, wrong: 2 }, /^3 requests timed out$/],
  [{ errors: 3, wrong: 2 }, /^3 connections failed or were closed under load$/],
  [{ non2xx: 3 }, /^3 of 1000 responses had a status other than 2xx$/],
  [
    { wrong: 1, firstWrong: { request: '', expected: 'A', got: 'B' } },
    /^1 of 1000 responses had a wrong body, such as B instead of A$/,
  ],
] as const) {
  test(`a trial with ${JSON.stringify(outcome)} is refused`, async () => {
    const generator = generatorThatReports(outcome)
    await assert.rejects(runTrial(plan(generator)), (error) => {
      assert.ok(error instanceof TrialFailure)
      assert.equal(error.phase, 'measurement')
      assert.match(error.message, reason)
      return true
    })
    assert.ok(generator.closed > 0)
  })
}

test('a generator that fails is named, and not the server', async () => {
  const failed = new Error('the load generator ended: out of memory')
  await assert.rejects(runTrial(plan(generatorThatReports(failed))), { message: failed.message })
  const generator = { ...generatorThatReports({}), prepare: () => Promise.reject(failed) }
  await assert.rejects(runTrial(plan(generator)), { phase: 'generator', message: failed.message })
})
