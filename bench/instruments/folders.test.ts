import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { findServerFolders } from '../folders/servers.ts'
import { subjectsOf } from './folders.ts'

const bench = { router: true, ...disclosure, description: 'a sample' }
const missing = { bench, dependencies: { absent: '1.0.0' } }

test('a folder is a subject of each kind whose file it has, and is named once if it lacks a package', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'both/package.json': { bench },
    'both/steps.ts': '',
    'both/update-user.ts': '',
    'library/package.json': { bench },
    'library/steps.ts': '',
    'missing/package.json': missing,
    'missing/steps.ts': '',
    'missing/update-user.ts': '',
    'neither/package.json': { bench },
  })
  const choose = (names?: string[], isFitting = true) =>
    subjectsOf({
      files: { library: 'steps', server: 'update-user' },
      ...{ folders: findServerFolders([directory]), names },
      fits: (_, kind) => isFitting || kind === 'library',
      expand: (subject) =>
        subject.kind === 'server'
          ? [subject, { ...subject, name: `${subject.name} again` }]
          : [subject],
    })
  const all = choose()
  assert.deepEqual(
    all.subjects.map(({ kind, name, entry }) => [kind, name, entry]),
    [
      ['library', 'both', join(directory, 'both/steps.ts')],
      ['library', 'library', join(directory, 'library/steps.ts')],
      ['server', 'both', join(directory, 'both/update-user.ts')],
      ['server', 'both again', join(directory, 'both/update-user.ts')],
    ],
  )
  assert.deepEqual(
    all.notInstalled.map(({ name }) => name),
    ['missing'],
  )
  assert.deepEqual(
    choose(['both'], false).subjects.map(({ kind }) => kind),
    ['library'],
  )
  assert.throws(
    () => choose(['neither']),
    /unknown server "neither": there are both, library, missing$/,
  )
})
