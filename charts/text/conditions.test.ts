import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import { inventedResult, threeServers } from '../test/run-fixture.ts'
import { type Placed, placeLine, pooledLines } from './conditions.ts'

const placed = (day: number, change: Partial<Placed['environment']>): Placed => ({
  startedAt: `2026-11-0${day}T10:00:00.000Z`,
  environment: { ...sampleEnvironment, runtimes: { node: '26.0.0' }, cpuCount: 2, ...change },
})
const pinning = (cpus: number) => ({
  server: [cpus - 1],
  generator: [...Array(cpus - 1).keys()],
  note: null,
})
const files = [
  placed(3, { cpuModel: 'A', os: 'Debian', pinning: pinning(2) }),
  placed(1, { cpuModel: 'B', os: 'Ubuntu', cpuCount: 16, pinning: pinning(16) }),
  placed(2, {
    cpuModel: 'B',
    os: 'Debian',
    pinning: pinning(2),
    runtimes: { 'node@24': '24.1.0' },
  }),
]

test('the line of a place describes all files', () => {
  assert.equal(
    placeLine(files),
    '2026-11-01 to 2026-11-03 · A (2 CPUs), B (2 and 16 CPUs) · Debian, Ubuntu · 2 runs: server on CPU 1, load generator on CPU 0; 1 run: server on CPU 15, load generator on CPUs 0–14 · Node.js 26.0.0, Node.js 24.1.0 (servers that need it)',
  )
  const [file = assert.fail()] = files
  assert.equal(
    placeLine([{ ...file, scenario: 'hello' }], null),
    'hello · 2026-11-03 · A (2 CPUs) · Debian · Node.js 26.0.0',
  )
})

test('a process that nothing loads is pinned without a load generator', () =>
  assert.match(placeLine(files.slice(0, 1), 'process'), / · Debian · process on CPU 1 · Node\.js /))

test('pooled runs name the pinning of each', () => {
  const result = inventedResult(threeServers)
  const runs = files.map((place) => ({
    file: { ...result, ...place, scenario: result.scenario },
    path: '',
    machine: 1,
  }))
  const [line = ''] = pooledLines({ ...result, runs })
  assert.match(line, / · 2 runs: server on CPU 1, .*; 1 run: server on CPU 15, /)
})
