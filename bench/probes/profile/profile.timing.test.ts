import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../../shared/basics/root.ts'
import type { RuntimeName } from '../../../shared/format/disclosure.ts'
import type { Subject } from '../../../shared/format/measurement.ts'
import { medianValue } from '../../../shared/probe/probe.ts'
import { type Part, profile } from '../../../shared/probes/profile.ts'
import { disclosure } from '../../../shared/test/samples.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { measured } from '../../test/measured.ts'

/** A library that the rules know as a validator, and a package that they do not know. */
const [KNOWN, UNKNOWN] = ['valibot', 'known-to-nobody']

/** A server of `node:http` in which both packages run a useless loop per request. */
function burning(
  name: string,
  turns: number,
  runtime: RuntimeName = 'node',
): Record<string, object | string> {
  const validation = { ...disclosure.validation, errors: 'all' as const }
  const bench = { router: false, ...disclosure, runtime, validation, description: 'burns' }
  const model = (file: string) => pathToFileURL(join(ROOT, 'shared/models', file)).href
  const burner = (name: string) => ({
    [`node_modules/${name}/package.json`]: { name, type: 'module', main: 'index.js' },
    [`node_modules/${name}/index.js`]: `function step(n, sum) {
  return n === 0 ? sum : step(n - 1, Math.imul(sum ^ n, 2654435761))
}
export function burn(turns) {
  let sum = 0
  let other = 1
  for (let i = 0; i < turns; i++) {
    sum = step(50, sum)
    other = Math.imul(other ^ sum, 1597334677)
    if (sum === other) other = Math.imul(i, 3266489917)
  }
  return sum ^ other
}`,
  })
  return {
    'package.json': { name: `@faulty/${name}`, private: true, type: 'module', bench },
    ...burner(KNOWN),
    ...burner(UNKNOWN),
    'update-user.ts': `import { createServer } from 'node:http'
import { burn } from '${KNOWN}'
import { burn as burnMore } from '${UNKNOWN}'
import { Invalid } from '${model('invalid.ts')}'
import { parseUser } from '${model('user.ts')}'

function read(body) {
  try { return JSON.parse(body) } catch { return undefined }
}
createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text) => { body += text })
  request.on('end', () => {
    globalThis.sink = burn(${turns}) + burnMore(${turns})
    if (request.url !== '/updateUser' || request.method !== 'POST') return response.writeHead(404).end('{}')
    const user = parseUser(read(body))
    const isRight = !(user instanceof Invalid)
    if (isRight) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    const answer = JSON.stringify(isRight ? user : { error: 'Invalid user', fields: user.fields })
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
`,
  }
}

const timeOf = (subject: Subject, id: string) => medianValue(subject, id) ?? assert.fail(id)

/** Iterations; twice this is more work than the rest of the server. */
const TURNS = 150

const OPTIONS = ['update-user', '--processes', '1']

test('work is attributed to its place, and a failing server is disqualified while the others are measured', async (t) => {
  const folders = {
    honest: burning('honest', 0),
    burns: burning('burns', TURNS),
    'ends-at-once': { ...burning('ends-at-once', 0), 'update-user.ts': 'process.exit(3)' },
  }
  const { status, output, named } = await measured(t, profile, folders, OPTIONS)
  assert.equal(status, 1)
  const [honest, burns] = [named('honest'), named('burns')]

  // By the kernel's accounting, without a profiler, a request costs more; the profile must show where.
  const burnt = 1 - timeOf(honest, 'cpu') / timeOf(burns, 'cpu')
  assert.ok(burnt > 0.3, `burns ${burnt}`)
  const share = (each: Subject, part: Part) => timeOf(each, part) / timeOf(each, 'cpu')
  const [validation, router] = (['validation', 'router'] as const).map((part) => {
    t.diagnostic(
      `${part}: ${share(burns, part)}, ${share(honest, part)} without, of ${burnt} by the kernel`,
    )
    return share(burns, part) - share(honest, part)
  }) as [number, number]
  // The same work twice: if attributed to the caller, one of the two would have none. The engine may compile either of
  // them later or differently, so their times may differ.
  for (const part of [validation, router]) {
    assert.ok(part > 0.1 && part > (validation + router) / 4, `${validation} and ${router}`)
  }
  assert.match(named('ends-at-once').disqualified ?? '', /^exited with status 3/)
  assert.ok(
    output.some((line) => line.startsWith('ends-at-once: disqualified: exited with status 3')),
  )
})

test('work is attributed to its place on Deno', { skip: !findRuntime('deno') }, async (t) => {
  const folders = {
    honest: burning('honest', 0, 'deno'),
    burns: burning('burns', TURNS, 'deno'),
  }
  const { status, named } = await measured(t, profile, folders, OPTIONS)
  assert.equal(status, 0)
  const [honest, burns] = [named('honest'), named('burns')]
  const burnt = timeOf(burns, 'cpu') - timeOf(honest, 'cpu')
  const of = (each: Subject, ...parts: Part[]) =>
    parts.reduce((sum, part) => sum + timeOf(each, part), 0)
  const found = of(burns, 'validation', 'router') - of(honest, 'validation', 'router')
  t.diagnostic(`${found} µs of ${burnt} by the kernel`)
  // Time without samples counts for kernel and runtime: a tenth on an idle machine, half on a busy one.
  assert.ok(found > burnt / 4 && found < 1.25 * burnt, `${found} of ${burnt}`)
  for (const part of ['validation', 'router'] as const) assert.ok(of(burns, part) > found / 4, part)
})
