import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../folders/servers.ts'
import { subjectOf } from '../../measure/subjects.ts'
import { observe } from './measure.ts'
import { findWorkerd } from './workerd.ts'

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

const NO_CODE = 'EvalError: Code generation from strings disallowed for this context'

test('workers run, compile, fall back or fail under workerd; wrong responses are caught', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, files)
  const workerd = await findWorkerd()
  const [server] = chooseServers(
    discoverServers(findServerFolders([SERVERS_DIR]), 'steps').installed,
    ['http-node'],
  ) as [Server]
  const of = async (file: keyof typeof files) => {
    const kind = file.startsWith('constant') ? 'framework' : 'library'
    const subject = subjectOf({ ...server, entry: join(directory, file) }, kind)
    const { values, evidence = '' } = await observe(subject, { workerd, seed: 1, cpus: null })
    return [values.workers, values.strict, evidence]
  }
  assert.deepEqual(await of('interprets.ts'), ['yes', 'yes', ''])
  assert.deepEqual(await of('compiles-at-start.ts'), [
    'yes, compiled',
    'no',
    `without code generation: ${NO_CODE}`,
  ])
  assert.deepEqual(await of('falls-back.ts'), ['yes, compiled', 'falls back', ''])
  for (const [file, reason] of Object.entries({
    'compiles-in-requests.ts': NO_CODE,
    'needs-node.ts': /Module not found: node:util/,
    'constant-on-workers.ts': /got 200 \{"id":1,/,
  })) {
    const [workers, strict, evidence] = await of(file as keyof typeof files)
    assert.deepEqual([workers, strict], ['no', 'no'])
    assert.match(String(evidence), new RegExp(`^on Workers: .*${new RegExp(reason).source}`))
  }
  await assert.rejects(
    of('constant.ts'),
    /^Error: on Node: ordinary user: expected 200 \{.*got 200 \{"id":1,/,
  )
})
