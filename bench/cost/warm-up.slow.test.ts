/** Alone on the machine: others at work hide how a cost falls. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { cpuClock } from '../machine/cpu-clock.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { findLayers } from './layers.ts'
import { peel } from './peel.ts'

const models = pathToFileURL(join(ROOT, 'shared/models/user.ts')).href

/** @param make the user that a parsed body is, or something without `lastUpdate` where it is refused */
const serverText = (make: string, malformed = 400) => `
import { createServer } from 'node:http'
import { deserializeUser, parseUser } from '${models}'
createServer((request, response) => {
  const send = (status, value) => {
    const text = JSON.stringify(value)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let body
    try {
      body = JSON.parse(Buffer.concat(chunks))
    } catch {
      return send(${malformed}, {})
    }
    const user = (${make})(body)
    if (!user.lastUpdate) return send(400, user)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    send(200, user)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
`

const LAYERS = {
  // Does a great deal of work at first, and less with every request.
  'slow to warm': serverText(`(body) => {
    const left = (globalThis.left = (globalThis.left ?? 400_000) - 1_000)
    let sum = 0
    for (let i = 0; i < left; i++) sum = Math.sqrt(sum + i)
    globalThis.sum = sum
    return deserializeUser(body)
  }`),
}

function serversDirectory(t: TestContext, names: readonly (keyof typeof LAYERS)[]): string {
  const directory = temporaryDirectory(t)
  const bench = { router: true, ...disclosure, description: 'a server in layers' }
  for (const name of names) {
    writeTree(join(directory, name), {
      'package.json': { type: 'module', bench },
      'update-user.ts': serverText('parseUser'),
      'layers/1-validation.ts': LAYERS[name],
    })
  }
  return directory
}

test('what is slow to warm is loaded until its cost falls no more, or is named', { skip: !cpuClock() }, async (t) => {
  const { found } = await findLayers([serversDirectory(t, ['slow to warm'])], undefined, 1)
  const measured = async (longestWarmUp: number) => {
    const { servers, timed } = await peel(
      found,
      {
        runtime: findRuntime('node') as Runtime,
        counting: null,
        timing: {
          processes: 1,
          connections: 10,
          sliceSeconds: 0.1,
          warmUpSlices: 1,
          longestWarmUp,
          slices: 8,
          clock: cpuClock() ?? 'ticks',
          seed: 1,
        },
        pinning: { server: null, generator: null, note: 'a test' },
        random: createRandom(1),
      },
      { counted() {}, timed() {}, refused: ({ name }, reason) => assert.fail(`${name}: ${reason}`) },
    )
    const cost = servers[0]?.variants.find(({ layer }) => layer === 'validation')?.microseconds[0]
    return { cost: cost ?? Number.NaN, unsettled: timed.unsettled }
  }
  const cold = await measured(1)
  assert.deepEqual(
    cold.unsettled.filter((title) => title.endsWith('validation')),
    ['slow to warm: - validation'],
  )
  const warm = await measured(60)
  assert.ok(warm.cost < cold.cost / 1.5, `${warm.cost} µs warm, ${cold.cost} µs cold`)
})
