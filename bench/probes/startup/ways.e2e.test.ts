import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { openingRequests, timeFirstResponse } from '../../measure/first-response.ts'
import type { Subject } from '../../measure/subjects.ts'
import { prepareWay } from './ways.ts'

const helpers = pathToFileURL(join(import.meta.dirname, '../../test/faulty/user-server.ts'))
const sources = {
  'right.ts': 'serve()',
  'lax-when-bundled.ts': `serve(import.meta.filename.endsWith('.ts') ? honest : takesAnyDate)`,
  'never-flushes.ts': `process.removeAllListeners('SIGTERM')\nserve()`,
}

test('a bundle that violates the contract is disqualified, and so is a compile cache that stays empty', async (t) => {
  const [directory, runtime] = [
    temporaryDirectory(t),
    findRuntime('node') ?? assert.fail('no Node'),
  ]
  const imports = `import { honest, serve, takesAnyDate } from '${helpers}'\n`
  writeTree(
    directory,
    Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, imports + text])),
  )
  const polling = {
    ring: openingRequests(updateUser, 'plain', 1),
    first: 1,
    limit: 30,
    polling: false,
  }
  const prepared = (name: keyof typeof sources, part: string) => {
    const manifest = { wire: 'plain', knownDeviations: [] }
    const subject = {
      runtime,
      entry: join(directory, name),
      manifest,
      part,
    } as unknown as Subject
    return prepareWay(subject, updateUser, (launch) => timeFirstResponse(launch, null, polling))
  }
  const { entry, env } = await prepared('right.ts', 'bundled+compile-cache')
  assert.match(entry, /bundle\.mjs$/)
  assert.ok(readdirSync(env?.NODE_COMPILE_CACHE ?? '').length > 0)
  assert.equal(
    (await prepared('lax-when-bundled.ts', 'compile-cache')).entry,
    join(directory, 'lax-when-bundled.ts'),
  )
  await assert.rejects(prepared('lax-when-bundled.ts', 'bundled'), /^Error: its bundle: .*expected/)
  await assert.rejects(
    prepared('never-flushes.ts', 'compile-cache'),
    /^Error: its compile cache stays empty$/,
  )
})
