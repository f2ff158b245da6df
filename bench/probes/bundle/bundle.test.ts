import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import type { Server } from '../../folders/servers.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import type { Figures } from '../../measure/probe.ts'
import { bundleClient, bundleLibrary, bundleServer } from './measure.ts'

const isUser = `typeof body.name === 'string' ? { ...body, lastUpdate: new Date(body.lastUpdate) } : null`
const stepsWith = (parse: string, before = '') =>
  `${before}\nexport const steps = { library: 'x', package: null, stringify: JSON.stringify, parse: (body: any) => ${parse} }`

type Sizes = Record<'raw' | 'minified' | 'gzipped' | 'documented' | 'builtins', number>
const sizesOf = ({ values }: Figures) => values as Sizes

const entries = {
  'right.ts': stepsWith(isUser),
  'larger.ts': stepsWith(
    `util.types.isDate(body) ? null : ${isUser}`,
    `import util from 'node:util'`,
  ),
  'accepts-all.ts': stepsWith('body'),
  'rejects-all.ts': stepsWith('null'),
  'lost.ts': stepsWith('lost(body)', `import lost from 'lost'`),
  'needs-its-name.ts': stepsWith(
    isUser,
    `class User {}\nif (new User().constructor.name !== 'User') throw new Error('no class User')`,
  ),
}

test('bundle sizes are reproducible; a bundle that no longer validates is disqualified', async (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, entries)
  const runtime = findRuntime('node') ?? assert.fail('no Node')
  const of = (name: keyof typeof entries) =>
    bundleLibrary({ entry: join(directory, name), runtime })
  const [right, again, larger] = await Promise.all([
    of('right.ts'),
    of('right.ts'),
    of('larger.ts'),
  ])
  assert.deepEqual(right, again)
  const { gzipped, minified, raw } = sizesOf(right)
  assert.ok(gzipped < minified && minified < raw && raw < sizesOf(larger).raw)
  assert.deepEqual([sizesOf(right).builtins, sizesOf(larger).builtins], [0, 1])
  await assert.rejects(
    of('accepts-all.ts'),
    /^Error: its bundle accepts the invalid \{"id":1,"name":\{/,
  )
  await assert.rejects(
    of('rejects-all.ts'),
    /^Error: its bundle returns null for the valid \{"id":1/,
  )
  await assert.rejects(
    of('lost.ts'),
    /^Error: its bundle does not run: .*Cannot find package 'lost'/,
  )
  await assert.rejects(
    of('needs-its-name.ts'),
    /^Error: its bundle does not run: Error: no class User$/,
  )
})

test('bundles are compared with one import style of zod; what the documented one costs is kept apart', async (t) => {
  const [directory, runtime] = [
    temporaryDirectory(t),
    findRuntime('node') ?? assert.fail('no Node'),
  ]
  const steps = stepsWith(
    'User.safeParse(body).data ?? null',
    `const User = z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: z.iso.datetime().transform((text) => new Date(text)) })`,
  )
  writeTree(directory, {
    'named.ts': `import { z } from 'zod'\n${steps}`,
    'namespace.ts': `import * as z from 'zod'\n${steps}`,
  })
  mkdirSync(join(directory, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(directory, 'node_modules/zod'), 'junction')
  const of = (name: string) => bundleLibrary({ entry: join(directory, name), runtime })
  const [named, namespace] = (await Promise.all([of('named.ts'), of('namespace.ts')])).map(sizesOf)
  assert.ok(named && namespace)
  assert.deepEqual([named.minified, named.gzipped], [namespace.minified, namespace.gzipped])
  assert.equal(namespace.documented, null)
  assert.ok(named.documented > 3 * named.gzipped, `${named.documented}, ${named.gzipped}`)
})

test('a client whose bundle does not send its input is disqualified', async (t) => {
  const [directory, runtime] = [
    temporaryDirectory(t),
    findRuntime('node') ?? assert.fail('no Node'),
  ]
  const of = (call: string) =>
    bundleClient(
      {
        displayName: 'x',
        kind: 'procedures',
        server: () => ({}),
        check: () => '',
        client: () => ({ 'calls-of-group0.ts': `export const call0 = async () => ${call}` }),
      },
      { directory, runtime },
    )
  const user = `JSON.stringify({ surname: 'Lovelace' })`
  const sent = await of(`fetch('http://localhost', { method: 'POST', body: ${user} })`)
  assert.equal(sizesOf(sent).builtins, 0)
  await assert.rejects(of(`fetch('http://localhost')`), /^Error: its bundle sends no user, but ""$/)
  await assert.rejects(of(user), /^Error: its bundle does not run: ended without output$/)
})

test('a server that needs a file beside its own is disqualified', async (t) => {
  const [directory, runtime] = [
    temporaryDirectory(t),
    findRuntime('node') ?? assert.fail('no Node'),
  ]
  writeTree(directory, {
    'words.json': [],
    'update-user.ts': `import { readFileSync } from 'node:fs'\nreadFileSync(\`\${import.meta.dirname}/words.json\`)`,
  })
  const manifest = { wire: 'plain', knownDeviations: [] }
  const server = {
    runtime,
    entry: join(directory, 'update-user.ts'),
    manifest,
  } as unknown as Server
  await assert.rejects(
    bundleServer(server),
    /ENOENT: no such file or directory, open '.*words\.json'/,
  )
})
