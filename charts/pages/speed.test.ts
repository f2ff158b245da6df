import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf, steady } from '../../shared/result/compare-fixtures.ts'
import type { Result } from '../../shared/result/format.ts'
import { speedText } from './speed.ts'

const made: Result = { ...resultOf({ 'http-node': steady(40_000), express: steady(20_000) }), checksum: 'sample' }

test('the speed of a machine is the probe’s time, and what the kernel had of the baseline’s', () => {
  const result = structuredClone(made)
  const slices = (name: string) =>
    result.servers
      .filter((server) => server.name === name)
      .flatMap(({ trials }) => trials.flatMap((each) => each.slices))
  for (const [i, slice] of slices('http-node').entries()) {
    const kernel = { userSeconds: 0.3, systemSeconds: 0.7, contextSwitches: 0, interrupts: null }
    Object.assign(slice, { kernel, probe: { server: i === 0 ? 9_000 : 2_100.4, generator: 1 } })
  }
  // Neither another server, nor the warm-up, nor the second load says what the kernel has of the first.
  const [ofExpress] = slices('express')
  const [warm, second] = slices('http-node')
  const wrong = { userSeconds: 9, systemSeconds: 0, contextSwitches: 0, interrupts: null }
  Object.assign(ofExpress ?? assert.fail(), { kernel: wrong })
  Object.assign(warm ?? assert.fail(), { warmUp: true, kernel: wrong })
  Object.assign(second ?? assert.fail(), { pipelining: 10, kernel: wrong })
  for (const slice of slices('express')) slice.probe = null
  assert.match(
    speedText(result),
    /^the probe’s fixed work took the server’s CPU 2,100 µs \(median; 90% of times 2,100 to [\d,]+ µs\); the kernel had 70% of http-node’s CPU time$/,
  )
})

test('where neither was watched nothing is said', () => {
  const result = structuredClone(made)
  for (const { trials } of result.servers) {
    for (const slice of trials.flatMap(({ slices }) => slices)) Object.assign(slice, { kernel: null, probe: null })
  }
  assert.equal(speedText(result), '')
})
