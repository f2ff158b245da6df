import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { describeEnvironment, describeSource } from './environment.ts'
import { findRuntime } from './runtimes.ts'

test('sources are clean if only published files have changed', (t) => {
  const root = temporaryDirectory(t)
  assert.deepEqual(describeSource(root), { commit: null, clean: null })
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' }).trim()
  }
  writeTree(root, {
    'README.md': 'a',
    'charts/spec.ts': 'a',
    'bench/run.ts': 'a',
    '.gitignore': 'ignored\n',
  })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'a')
  const commit = git('rev-parse', 'HEAD')
  assert.deepEqual(describeSource(root), { commit, clean: true })

  writeTree(root, {
    'README.md': 'b',
    'charts/published/a.svg': 'b',
    'results/update-user/a.json': 'b',
    ignored: 'b',
  })
  assert.deepEqual(describeSource(root), { commit, clean: true })

  const changes = [
    'bench/run.ts',
    'charts/spec.ts',
    'charts/new.ts',
    'servers/mine/README.md',
    'new.ts',
  ]
  for (const file of changes) {
    writeTree(root, { [file]: 'b' })
    assert.deepEqual(describeSource(root), { commit, clean: false }, file)
    git('stash', '--include-untracked', '--quiet')
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
