import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inProcess } from '../../test/cli.ts'
import { ownRunDirectory } from '../../test/testing.ts'
import { faultIn } from './measure.ts'

test('responses other than 2xx, broken connections and time-outs are faults, with their numbers', () => {
  const figures = {
    ...{ requests: 2_000, seconds: 1, rateSd: null, rateMax: null, bytes: null },
    latency: { mean: 1, sd: 1, max: 1, p50: 1, p90: 1, p95: 1, p99: 1 },
  }
  const fault = (statuses: Record<string, number>, errors = 0, timeouts = 0) =>
    faultIn({ ...figures, statuses, errors, timeouts })
  assert.equal(fault({ '2xx': 2_000, '5xx': 0 }), null)
  assert.equal(fault({ '2xx or 3xx': 2_000 }), null)
  assert.equal(
    fault({ '2xx': 999, '5xx': 1_001 }, 3, 4),
    '1,001 of 2,000 responses were 5xx, 3 connections failed or were closed, 4 requests timed out',
  )
})

test('a program that is not installed is named with the command that installs it', async (t) => {
  const { PATH, HOME } = process.env
  process.env.PATH = process.env.HOME = ownRunDirectory(t)
  t.after(() => Object.assign(process.env, { PATH, HOME }))
  const { status, output, complaints } = await inProcess(
    ...['generators', 'hello', '--servers', 'http-node', '--programs', 'wrk,oha'],
  )
  assert.deepEqual([status, output], [3, []])
  assert.deepEqual(complaints, [
    'could not be measured: wrk is not installed: apt-get install wrk; oha is not installed: cargo install oha',
  ])
})
