import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Edge } from '../../../charts/instruments/edge/format.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../folders/servers.ts'
import { findWorkerd } from './launch.ts'
import { type Contender, edgeOf } from './measure.ts'

const MODELS = join(SERVERS_DIR, '../shared/models')
const BARE = join(import.meta.dirname, '../../measure/library-worker.ts')

/** Steps whose `parse` is the value of an expression. */
const stepsWith = (parse: string) => `
import { parseUser } from '${MODELS}/user.ts'
import { Invalid } from '${MODELS}/invalid.ts'
const interpreted = (body) => { const user = parseUser(body); return user instanceof Invalid ? null : user }
const fieldsOf = (body) => { const user = parseUser(body); return user instanceof Invalid ? user.fields : [] }
const compile = () => new Function('parse', 'return function compiled(body) { return parse(body) }')(interpreted)
const parse = ${parse}
export const steps = { library: 'x', package: null, parse, stringify: JSON.stringify, firstError: null, allErrors: fieldsOf }
`

const workerWith = (fetch: string) => `
import { workerOf } from '${BARE}'
import { steps } from './interprets.ts'
const right = workerOf(steps)
export default { fetch: ${fetch} }
`

const CONSTANT = `Response.json({ id: 1, name: 'Ada', surname: 'Lovelace', lastUpdate: new Date(0) })`

const files = {
  'interprets.ts': stepsWith('interpreted'),
  'compiles-at-start.ts': stepsWith('compile()'),
  'compiles-in-requests.ts': stepsWith('(body) => compile()(body)'),
  'falls-back.ts': stepsWith('(() => { try { return compile() } catch { return interpreted } })()'),
  'needs-node.ts': `import { types } from 'node:util'\n${stepsWith('(body) => (types.isDate(body) ? null : interpreted(body))')}`,
  'constant.ts': workerWith(`() => ${CONSTANT}`),
  'constant-on-workers.ts': workerWith(
    `(request) => navigator.userAgent.startsWith('Cloudflare') ? ${CONSTANT} : right.fetch(request)`,
  ),
}

type Observed = Omit<Edge, 'starts' | 'documentedStarts' | 'costs'>
const NO_CODE = 'EvalError: Code generation from strings disallowed for this context'
const functionsOf = ({ workers, strict }: Observed) =>
  [workers, strict].map(({ functions }) => functions)
const failuresOf = ({ workers, strict }: Observed) =>
  [workers, strict].map(({ failure }) => failure)

test('workers run, compile, fall back or fail under workerd; wrong responses are caught', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, files)
  const workerd = await findWorkerd()
  const [server] = chooseServers(
    discoverServers(findServerFolders([SERVERS_DIR]), 'steps').installed,
    ['http-node'],
  ) as [Server]
  const of = (file: keyof typeof files) => {
    const kind = file.startsWith('constant') ? 'framework' : 'library'
    return edgeOf({ ...server, entry: join(directory, file), kind } satisfies Contender, {
      workerd,
      seed: 1,
      counter: null,
    })
  }
  const [interprets, atStart, inRequests] = await Promise.all([
    of('interprets.ts'),
    of('compiles-at-start.ts'),
    of('compiles-in-requests.ts'),
  ])
  assert.deepEqual(
    [failuresOf(interprets), functionsOf(interprets)],
    [
      [null, null],
      [0, 0],
    ],
  )
  assert.deepEqual(
    [failuresOf(atStart), functionsOf(atStart)],
    [
      [null, NO_CODE],
      [1, null],
    ],
  )
  for (const failure of failuresOf(inRequests))
    assert.ok(failure?.startsWith(NO_CODE), String(failure))
  assert.ok((inRequests.node.functions ?? 0) > 1)
  const [back, needsNode] = await Promise.all([of('falls-back.ts'), of('needs-node.ts')])
  assert.deepEqual(
    [failuresOf(back), functionsOf(back)],
    [
      [null, null],
      [1, 0],
    ],
  )
  for (const failure of failuresOf(needsNode))
    assert.match(failure ?? '', /Module not found: node:util/)
  await assert.rejects(
    of('constant.ts'),
    /^Error: on Node: ordinary user: expected 200 \{.*got 200 \{"id":1,/,
  )
  for (const failure of failuresOf(await of('constant-on-workers.ts')))
    assert.match(failure ?? '', /got 200 \{"id":1,/)
})
