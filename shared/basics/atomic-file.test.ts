import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertWritable, writeFileAtomically } from './atomic-file.ts'
import { temporaryDirectory } from './testing.ts'

test('writes the text, creates the directory, and leaves no other file', (t) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'a/b/file.json')
  const text = `é 👩 ${'x'.repeat(3_000_000)}`
  writeFileAtomically(file, text)
  assert.equal(readFileSync(file, 'utf8'), text)
  assert.deepEqual(readdirSync(join(directory, 'a/b')), ['file.json'])
})

test('replaces a file only if allowed, and then whole: a reader with the old one open still reads it', (t) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'file')
  writeFileSync(file, 'old')
  const { ino } = statSync(file)
  assert.throws(() => writeFileAtomically(file, 'new', false), { code: 'EEXIST' })
  assert.equal(readFileSync(file, 'utf8'), 'old')
  writeFileAtomically(file, 'new')
  assert.equal(readFileSync(file, 'utf8'), 'new')
  assert.notEqual(statSync(file).ino, ino)
  assert.deepEqual(readdirSync(directory), ['file'])
})

test('a failed write leaves no partial file', (t) => {
  const directory = temporaryDirectory(t)
  mkdirSync(join(directory, 'taken'))
  assert.throws(() => writeFileAtomically(join(directory, 'taken'), 'text'))
  assert.throws(() => writeFileAtomically(join(directory, 'taken'), 'text', false))
  assert.deepEqual(readdirSync(directory), ['taken'])
})

test('a directory that is not writable is detected', (t) => {
  const directory = temporaryDirectory(t)
  assertWritable(join(directory, 'new/file.json'))
  assert.deepEqual(readdirSync(join(directory, 'new')), [])
  writeFileSync(join(directory, 'plain'), '')
  assert.throws(() => assertWritable(join(directory, 'plain/file.json')))
})

const root = process.getuid?.() === 0
test('a read-only directory is not writable', { skip: root && 'root may write anywhere' }, (t) => {
  const directory = temporaryDirectory(t)
  chmodSync(directory, 0o555)
  t.after(() => chmodSync(directory, 0o755))
  assert.throws(() => assertWritable(join(directory, 'file.json')), { code: 'EACCES' })
})
