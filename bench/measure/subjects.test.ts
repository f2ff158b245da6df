import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { foldersWithFiles } from './subjects.ts'

const bench = { router: true, ...disclosure, description: 'a sample' }
const missing = { bench, dependencies: { absent: '1.0.0' } }

test('a folder is a subject of each kind whose file it has, and is named once if it lacks a package', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'both/package.json': { bench },
    'both/first.ts': '',
    'both/second.ts': '',
    'single/package.json': { bench },
    'single/first.ts': '',
    'lacking/package.json': missing,
    'lacking/first.ts': '',
    'lacking/second.ts': '',
    'neither/package.json': { bench },
  })
  const choose = (servers?: string[], fits?: Parameters<typeof foldersWithFiles>[1]) => {
    const finder = foldersWithFiles({ library: 'first', server: 'second' }, fits)
    const [found] = finder.find({ serversDir: [directory], ...(servers && { servers }) })
    return found ?? assert.fail()
  }
  const { subjects, notInstalled } = choose()
  assert.deepEqual(
    subjects.map(({ kind, name, entry }) => [kind, name, entry]),
    [
      ['library', 'both', join(directory, 'both/first.ts')],
      ['library', 'single', join(directory, 'single/first.ts')],
      ['server', 'both', join(directory, 'both/second.ts')],
    ],
  )
  assert.deepEqual(
    notInstalled.map(({ name }) => name),
    ['lacking'],
  )
  assert.deepEqual(
    choose(['both'], (_, kind) => kind === 'library').subjects.map(({ kind }) => kind),
    ['library'],
  )
  assert.throws(
    () => choose(['neither']),
    /neither has nothing to measure here: use both, lacking, single$/,
  )
  assert.throws(() => choose(['lacking']), /lacking is not installed; it needs absent/)
})
