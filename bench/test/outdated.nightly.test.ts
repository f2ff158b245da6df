import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { unexplained } from './outdated.ts'

const ROOT = new URL('../../', import.meta.url)

test('every package is at its latest release, or CONTRIBUTING says why not', async () => {
  const text = await new Promise<string>((resolve) => {
    // An older Node would hide releases that do not support it.
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
    const options = { cwd: fileURLToPath(ROOT), env: { ...process.env, PATH } }
    // npm exits with 1 if any package is outdated.
    execFile('npm', ['outdated', '--json'], options, (_, stdout) => resolve(stdout))
  })
  const [, explained] = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8').split(
    'behind it on purpose:',
  )
  assert.deepEqual(unexplained(JSON.parse(text), (explained ?? '').split('\n## ')[0] as string), [])
})
