import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
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
  honest: serverText('deserializeUser'),
  // Gives away what no other call may see.
  stale: serverText('(body) => (globalThis.first ??= deserializeUser(body))'),
  lenient: serverText('deserializeUser', 200),
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

test('a variant must do what is left of its work, or its server is refused', async (t) => {
  const { found } = await findLayers([serversDirectory(t, ['honest', 'lenient', 'stale'])], undefined, 1)
  const [honest, lenient, stale] = found
  assert.deepEqual(
    found.map(({ name }) => name),
    ['honest', 'lenient', 'stale'],
  )
  assert.equal(honest?.flaw, null)
  assert.deepEqual(
    honest?.variants.map(({ layer }) => layer),
    [null, 'validation'],
  )
  assert.match(lenient?.flaw ?? '', /^without validation: malformed JSON: expected /)
  assert.match(stale?.flaw ?? '', /^without validation: ordinary user: expected /)
})

test('a server without layers, or that there is none of, is wrong usage', async (t) => {
  await assert.rejects(
    findLayers([serversDirectory(t, ['honest'])], ['express'], 1),
    (error: Error) =>
      error instanceof UsageError && /^no server called express has layers: there are honest$/.test(error.message),
  )
})

test('layers are peeled off in CPU time; who was refused has none, and the others stand', {
  skip: !cpuClock(),
}, async (t) => {
  const { found } = await findLayers([serversDirectory(t, ['honest', 'lenient'])], undefined, 1)
  const said: string[] = []
  const { servers, libraries } = await peel(
    found,
    {
      runtime: findRuntime('node') as Runtime,
      counting: null,
      timing: {
        processes: 1,
        connections: 10,
        sliceSeconds: 0.1,
        warmUpSlices: 1,
        longestWarmUp: 1,
        slices: 1,
        clock: cpuClock() ?? 'ticks',
        seed: 1,
      },
      pinning: { server: null, generator: null, note: 'a test' },
      random: createRandom(1),
    },
    {
      counted: () => said.push('counted'),
      timed: ({ title }) => said.push(title),
      refused: ({ name }) => said.push(`${name} refused`),
    },
  )
  assert.deepEqual(libraries, [])
  assert.deepEqual(said.sort(), ['honest', 'honest: - validation', 'lenient refused'])
  assert.equal(servers.find(({ name }) => name === 'lenient')?.variants.length, 0)
  const [layers] = serverLayers({ servers }, 'microseconds')
  assert.equal(layers?.server.name, 'honest')
  assert.equal(layers?.layers.length, 2)
})
