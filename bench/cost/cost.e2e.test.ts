import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { COST_STEPS, FIRST_OWN_RUNG, readCost } from '../../shared/result/cost.ts'
import { libraryCosts } from '../../shared/result/cost-summary.ts'
import type { CountsProtocol } from '../../shared/result/instructions.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { HOST, type Launch, ServerProcess } from '../contenders/server-process.ts'
import type { Counter } from '../instructions/counter.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { ANSWER } from './answer.ts'
import { climb } from './climb.ts'
import { findLibraries, type Library } from './libraries.ts'
import { commonParts, libraryParts } from './parts.ts'

/** Steps that stand alone; `isValid` is all that liars change. */
const stepsText = (library: string, isValid: string) => `
const FORM = /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$/
const rules = {
  id: Number.isFinite,
  name: (value) => typeof value === 'string',
  surname: (value) => typeof value === 'string',
  lastUpdate: (value) => typeof value === 'string' && FORM.test(value),
}
const flaws = (body) =>
  body === null || typeof body !== 'object' ? ['user'] : Object.keys(rules).filter((field) => !rules[field](body[field]))
const isUser = (body) => flaws(body).length === 0
const isValid = ${isValid}
export const steps = {
  library: '${library}',
  package: null,
  validate: isValid,
  parse: (body) =>
    isValid(body) ? { id: body?.id, name: body?.name, surname: body?.surname, lastUpdate: new Date(body?.lastUpdate) } : null,
  stringify: JSON.stringify,
  firstError: null,
  allErrors: flaws,
}
`

const LIBRARIES = {
  honest: stepsText('honest', 'isUser'),
  liar: stepsText('liar', '() => true'),
  // Does its work while it is looked at, and not under load.
  sleeper: stepsText('sleeper', `process.argv[1].includes('steps-process') ? isUser : () => true`),
  broken: 'throw new Error("no such thing")',
  nameless: 'export const other = {}',
}

function librariesDirectory(t: TestContext, names: readonly (keyof typeof LIBRARIES)[]): string {
  const directory = temporaryDirectory(t)
  const manifest = { router: false, ...disclosure, description: 'steps alone' }
  const validation = { ...manifest.validation, by: 'library', library: 'another' }
  for (const name of names) {
    const bench = { ...manifest, validation }
    writeTree(join(directory, name), {
      'package.json': { type: 'module', bench },
      'update-user.ts': '',
      'steps.ts': LIBRARIES[name],
    })
  }
  return directory
}

describe('libraries', () => {
  test('are found by their steps; one that accepts what it must refuse is refused by name', async (t) => {
    const directory = librariesDirectory(t, ['broken', 'honest', 'liar', 'nameless', 'sleeper'])
    const { found, notInstalled } = await findLibraries([directory], undefined, 1)
    assert.deepEqual(notInstalled, [])
    const flaws = Object.fromEntries(found.map(({ name, flaw }) => [name, flaw]))
    assert.deepEqual(Object.keys(flaws), ['broken', 'honest', 'liar', 'nameless', 'sleeper'])
    assert.equal(flaws.honest, null)
    assert.equal(flaws.sleeper, null)
    assert.match(flaws.liar ?? '', /^missing id: validate accepts \{"name":/)
    assert.match(flaws.broken ?? '', /can't be loaded: .*no such thing/)
    assert.match(flaws.nameless ?? '', /can't be loaded: .*exports no `steps`/)
  })

  test('are chosen by their own name or their folder’s, and a name of none is an error', async (t) => {
    const directory = librariesDirectory(t, ['honest', 'liar'])
    const names = async (...chosen: string[]) => {
      const { found } = await findLibraries([directory], chosen, 1)
      return found.map(({ name }) => name)
    }
    assert.deepEqual(await names('liar'), ['liar'])
    await assert.rejects(
      names('joi'),
      (error: Error) =>
        error instanceof UsageError && /^no library called joi: there are honest, liar$/.test(error.message),
    )
  })
})

const BODY = { id: 5, name: 'Ada', surname: 'Lovelace', lastUpdate: '2020-01-15T10:20:30.400Z' }

test('each rung does what it says, and no more', async (t) => {
  const { found } = await findLibraries([librariesDirectory(t, ['honest'])], undefined, 1)
  const runtime = findRuntime('node') as Runtime
  const parts = [...commonParts(runtime), ...libraryParts(found[0] as Library)]
  assert.equal(parts.length, COST_STEPS.length)
  for (const part of parts)
    assert.match(part.runtime.args?.join(' ') ?? '', /--import \S+\/held-tick\.mjs$/, part.title)
  for (const [rung, part] of parts.entries()) {
    const server = await ServerProcess.start(part, null)
    t.after(() => server.stop())
    const call = async (body: string) => {
      const response = await fetch(`http://${HOST}:${server.port}/updateUser`, { method: 'POST', body })
      return { status: response.status, json: await response.json() }
    }
    const isLast = rung === COST_STEPS.length - 1
    const answer = isLast ? { ...BODY, lastUpdate: '2020-02-15T10:20:30.400Z' } : ANSWER
    assert.deepEqual(await call(JSON.stringify(BODY)), { status: 200, json: answer }, part.title)
    const invalid = await call(JSON.stringify({ ...BODY, surname: 5 }))
    assert.equal(invalid.status, rung < FIRST_OWN_RUNG ? 200 : 400, part.title)
    if (rung >= FIRST_OWN_RUNG) assert.match(JSON.stringify(invalid.json), /surname/)
    const malformed = await call('{"id":')
    assert.equal(malformed.status, rung < 2 ? 200 : 400, part.title)
    await server.stop()
  }
})

/** Counts what it is told to: a thousand for each rung from the ground, over every stretch of requests. */
const fakeCounter = {
  emulates: true,
  async start(launch: Launch) {
    const server = await ServerProcess.start(launch, null)
    return {
      process: server,
      async during(work: () => Promise<void>) {
        await work()
        return { javascript: 1_000 * (1 + Number(launch.args?.[0])), others: 0 }
      },
      stop: () => server.stop(),
    }
  },
} as unknown as Counter

test('rungs are counted in another order each round, with answers that are their own', async (t) => {
  const { found } = await findLibraries([librariesDirectory(t, ['honest', 'sleeper'])], undefined, 1)
  const [step, processes] = [200, 2]
  const protocol: CountsProtocol = {
    counter: 'qemu',
    requests: 2 * step,
    step,
    shortestWarmUp: null,
    longestWarmUp: 3 * step,
    processes,
    sideBySide: 1,
    seed: 1,
  }
  const orders: string[] = []
  const refused: string[] = []
  const { common, libraries } = await climb(
    found,
    {
      runtime: findRuntime('node') as Runtime,
      counting: { counter: fakeCounter, protocol, lanes: [null] },
      timing: null,
      pinning: { server: null, generator: null, note: 'a test' },
      random: createRandom(1),
    },
    {
      counted: ({ title }, _instructions, round) => {
        orders[round - 1] = `${orders[round - 1] ?? ''}${title} `
      },
      timed: () => assert.fail(),
      refused: ({ name }, reason) => refused.push(`${name}: ${reason}`),
    },
  )
  assert.notEqual(orders[0], orders[1])
  assert.equal(refused.length, 1)
  assert.match(refused[0] ?? '', /^sleeper: sleeper: \+ \S+: a wrong answer: expected a refusal/)
  const rungs = [...common, ...(libraries.find(({ library }) => library === 'honest')?.rungs ?? [])]
  const expected = COST_STEPS.map((_, rung) => [rung, [(1_000 * (rung + 1)) / step, (1_000 * (rung + 1)) / step]])
  assert.deepEqual(
    rungs.map(({ rung, instructions }) => [rung, instructions]),
    expected,
  )
  assert.deepEqual(libraries.find(({ library }) => library === 'sleeper')?.rungs, [])
})

test('a ladder is climbed in CPU time, written and shown; who sleeps under load is refused, and the others stand', (t) => {
  const [directory, scratch] = [librariesDirectory(t, ['honest', 'sleeper', 'liar']), temporaryDirectory(t)]
  const out = join(scratch, 'out/cost.json')
  const options = {
    directories: [directory],
    processes: 1,
    instructions: false,
    time: true,
    seed: 3,
    out,
    amounts: { slices: 1, sliceSeconds: 0.4, connections: 10 },
  }
  const file = pathToFileURL(join(ROOT, 'bench/application/cost-and-report.ts')).href
  const script = `import { costAndReport } from '${file}'\nprocess.exitCode = await costAndReport(${JSON.stringify(options)})`
  writeTree(scratch, { 'run.mjs': script, 'out/.keep': '' })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(scratch, 'run.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch },
  })
  assert.equal(status, 1, stdout + stderr)
  const cost = readCost(out)
  const refusals = Object.fromEntries(cost.libraries.map(({ library, refusal }) => [library, refusal]))
  assert.equal(refusals.honest, null)
  assert.match(refusals.liar ?? '', /^missing id: validate accepts /)
  assert.match(refusals.sleeper ?? '', /^sleeper: \+ \S+: .*were wrong/)
  const costs = libraryCosts(cost, 'microseconds')
  assert.deepEqual(
    costs.map(({ library }) => library.library),
    ['honest'],
  )
  assert.ok(costs[0]?.library.rungs.every(({ microseconds }) => microseconds.length === 1))
  assert.equal(costs[0]?.library.loaded?.microseconds.length, 1)
  // An answer without a body that is read is a good part of the whole, also of cold processes on a machine at work.
  const [bare, whole] = [cost.common[0], costs[0]?.library.rungs.at(-1)].map((rung) => rung?.microseconds[0] ?? 0)
  assert.ok(bare && whole && bare > whole / 10, `${bare} of ${whole} µs`)
  assert.match(stdout, /sleeper: refused: /)
  assert.match(stdout, /│ honest /)
  // The lock is gone, and so is every process with it.
  assert.deepEqual(readdirSync(scratch).sort(), ['out', 'run.mjs'])
})

test('a ladder that measures nothing is wrong usage', () => {
  const args = [join(ROOT, 'bench/cli/main.ts'), 'cost', '--no-time', '--no-instructions']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(status, 2)
  assert.equal(stderr.trim(), '--no-instructions and --no-time together leave nothing to measure: take one')
})
