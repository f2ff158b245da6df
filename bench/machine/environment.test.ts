import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { commit, git } from '../test/scripts.ts'
import { describeEnvironment, describeSource } from './environment.ts'
import { findRuntime } from './runtimes.ts'

test('sources are clean if only published files have changed', (t) => {
  const root = temporaryDirectory(t)
  assert.deepEqual(describeSource(root), { commit: null, clean: null })
  const files = { 'README.md': 'a', 'charts/spec.ts': 'a', 'bench/run.ts': 'a' }
  const head = commit(root, { ...files, '.gitignore': 'ignored\n' })
  assert.deepEqual(describeSource(root), { commit: head, clean: true })
  const published = ['README.md', 'charts/published/a.svg', 'results/update-user/a.json', 'ignored']
  for (const file of published) writeTree(root, { [file]: 'b' })
  assert.deepEqual(describeSource(root), { commit: head, clean: true })
  for (const file of ['bench/run.ts', 'charts/new.ts', 'servers/mine/README.md', 'new.ts']) {
    writeTree(root, { [file]: 'b' })
    assert.deepEqual(describeSource(root), { commit: head, clean: false }, file)
    git(root, 'stash', '--include-untracked', '--quiet')
    assert.equal(describeSource(root).clean, true)
  }
  rmSync(join(root, 'bench/run.ts'))
  assert.equal(describeSource(root).clean, false)
})

test('the environment describes runtimes, generator and machine', () => {
  const pinning = { server: [1], generator: [0], note: null }
  const node = findRuntime('node')
  assert.ok(node)
  const older = { ...node, label: 'node@24', version: '24.21.0' }
  const environment = describeEnvironment(pinning, [node, older], '1.2.3')
  assert.deepEqual(environment.runtimes, { node: node.version, 'node@24': '24.21.0' })
  assert.equal(environment.generatorVersion, '1.2.3')
  assert.deepEqual(environment.pinning, pinning)
  assert.ok(environment.cpuCount >= 1 && environment.memoryBytes > 0)
  assert.match(environment.lockfileHash ?? '', /^[0-9a-f]{64}$/)
})
