import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import {
  type Checked,
  expectedOf,
  HEALTH_FILE,
  Health,
  healthFile,
  judgeHealth,
  worseHealth,
} from './health.ts'

/** User times of the stored `reject` runs: two machines of one name, with the same code. */
const healthy = { light: 9.3, heavy: 44.6 }
const starved = { light: 15, heavy: 109.9 }
const EXPECTED = { ratio: healthy.heavy / healthy.light, lightUserMicroseconds: healthy.light }

function checked({ light, heavy }: typeof healthy, change: Partial<Checked> = {}): Checked {
  const server = (name: string, userMicroseconds: number) => ({
    name,
    version: name === 'hapi' ? '21.4.3' : null,
    microseconds: userMicroseconds + 6,
    userMicroseconds,
  })
  return {
    runtime: 'node 26.10.0',
    light: server('http-node', light),
    heavy: server('hapi', heavy),
    lostPercent: 0.2,
    ...change,
  }
}

/** Slower by a factor, with some time more for every request. */
const slower = (factor: number, added: number) =>
  checked({ light: factor * healthy.light + added, heavy: factor * healthy.heavy + added })

type Row = [what: string, seen: Checked, healthy: boolean | null, expected?: null]
const machines: Row[] = [
  ['as the stored ones', checked(healthy), true],
  ['slower by a factor', slower(2.9, 0), true],
  ['slower by some time per request', slower(1, 17), true],
  ['slower by both', slower(2, 5), true],
  ['faster', slower(0.5, 0), true],
  ['starved', checked(starved), false],
  ['starved and slow', checked({ light: 27, heavy: 197.8 }), false],
  ['that starves both servers alike', slower(7.3, 0), false],
  ['whose CPUs others take', checked(healthy, { lostPercent: 6 }), false],
  ['the same, where nothing is stored', checked(healthy, { lostPercent: 6 }), false, null],
  ['that does not tell what others take', checked(healthy, { lostPercent: null }), true],
  ['starved, where nothing is stored', checked(starved), null, null],
]
for (const [what, seen, isHealthy, expected = EXPECTED] of machines) {
  test(`a machine ${what}: ${isHealthy}`, () => {
    const judged = judgeHealth(seen, expected)
    assert.deepEqual(
      [judged.healthy, judged.reasons.length],
      [isHealthy, isHealthy === false ? 1 : 0],
    )
    assert.deepEqual(Health.parse(judged), {
      ...seen,
      healthy: isHealthy,
      reasons: judged.reasons,
      expectedRatio: expected && EXPECTED.ratio,
    })
  })
}

test('a reason says how slow a machine is', () =>
  assert.deepEqual(judgeHealth(slower(7.3, 0), EXPECTED).reasons, [
    'http-node takes 7.3 times the reference user time per request',
  ]))

test('a machine that was found unhealthy once remains so for its run', () => {
  const [good, bad, open] = [
    judgeHealth(checked(healthy), EXPECTED),
    judgeHealth(checked(starved), EXPECTED),
    judgeHealth(checked(healthy), null),
  ]
  assert.equal(worseHealth(null, good), good)
  assert.equal(worseHealth(good, bad), bad)
  assert.equal(worseHealth(bad, good), bad)
  assert.equal(worseHealth(open, null), open)
})

describe('what is stored', () => {
  const on = (boot: string | null, cpuModel = 'one') => ({ boot, cpuModel })
  const run = (boot: string | null, seen: Checked, expected: typeof EXPECTED | null = null) => ({
    health: judgeHealth(seen, expected),
    environment: on(boot),
  })
  const stored = (runs: Parameters<typeof healthFile>[0]) => JSON.parse(healthFile(runs))
  const key = 'node 26, hapi 21.4.3'

  test('is the median of each machine, without those that were found unhealthy or not checked', () => {
    const runs = [
      run('a', checked({ light: 10, heavy: 40 })),
      run('a', checked({ light: 10, heavy: 42 })),
      run(null, checked({ light: 10, heavy: 50 })),
      run('b', checked(starved), EXPECTED),
      { health: null, environment: on('c') },
    ]
    assert.deepEqual(stored(runs), {
      [key]: [
        { boot: 'a', kind: 'one', ratio: 4.1, lightUserMicroseconds: 10 },
        { boot: null, kind: 'one', ratio: 5, lightUserMicroseconds: 10 },
      ],
    })
    assert.deepEqual(stored([]), {})
  })

  test('counts for the same major version of the runtime and the same package', (t) => {
    const root = temporaryDirectory(t)
    const own = checked(healthy)
    assert.equal(expectedOf(own, on('b'), root), null)
    writeTree(root, { [HEALTH_FILE]: healthFile([run('a', own)]) })
    const ratio = expectedOf({ ...own, runtime: 'node 26.11.0' }, on('b'), root)?.ratio
    assert.equal(ratio?.toFixed(1), EXPECTED.ratio.toFixed(1))
    assert.equal(expectedOf({ ...own, runtime: 'node 27.0.0' }, on('b'), root), null)
    assert.equal(
      expectedOf({ ...own, heavy: { ...own.heavy, version: '22.0.0' } }, on('b'), root),
      null,
    )
  })

  test('judges a machine by the others', (t) => {
    const root = temporaryDirectory(t)
    const own = checked(starved)
    writeTree(root, {
      [HEALTH_FILE]: healthFile([run('a', own), run('b', checked(healthy)), run(null, own)]),
    })
    assert.equal(
      expectedOf(own, on('b'), root)?.ratio.toFixed(2),
      (starved.heavy / starved.light).toFixed(2),
    )
    const [known, unknown] = ['a', null].map((boot) => expectedOf(own, on(boot), root)?.ratio ?? 0)
    assert.ok((known ?? 0) < (unknown ?? 0))
  })

  test('judges a machine by its own kind, if another of it is stored', (t) => {
    const root = temporaryDirectory(t)
    const own = checked(healthy)
    const other = { ...run('b', checked(starved)), environment: on('b', 'other') }
    writeTree(root, { [HEALTH_FILE]: healthFile([run('a', own), other]) })
    const ratio = (kind: string) => expectedOf(own, on('c', kind), root)?.ratio.toFixed(1)
    assert.deepEqual(['one', 'other', 'third'].map(ratio), ['4.8', '7.3', '6.1'])
  })
})
