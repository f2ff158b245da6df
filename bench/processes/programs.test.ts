import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { explainingLine, placeIn } from './programs.ts'

test('an error line precedes one that mentions an error, which precedes the last line', () => {
  assert.equal(
    explainingLine('it had an error\nTypeError: x is not\n    at y'),
    'TypeError: x is not',
  )
  assert.equal(explainingLine('start\na.ts(1,2): error TS1: no\nend'), 'a.ts(1,2): error TS1: no')
  assert.equal(explainingLine('start\n  the end \n\n'), 'the end')
})

test('a line without letters or digits explains nothing', () => {
  assert.equal(explainingLine('no such thing\nlet a = 1;\n    ^^^^\n\n---\n'), 'let a = 1;')
  assert.equal(explainingLine(' \n  ^\n'), undefined)
  assert.equal(explainingLine(''), undefined)
})

test('a long line is cut', () =>
  assert.equal(explainingLine(`Error: ${'x'.repeat(1_000)}`)?.length, 300))

test('an unsettled top-level await is explained by Node’s warning', () => {
  const program = 'const onError = () => {}\nawait new Promise((_resolve, onError) => {})'
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
    },
  )
  assert.equal(status, 13)
  assert.match(explainingLine(stderr) ?? '', /^Warning: Detected unsettled top-level await at /)
})

const DIRECTORY = join(import.meta.dirname, 'server')
const file = (path: string) => join(DIRECTORY, path)

test('the location of an error is the first line of its stack in the program’s own files', () => {
  const output = [
    `${file('node_modules/lib/index.js')}:7`,
    'TypeError: no month',
    '    at node:internal/process:1:1',
    `    at lib (${pathToFileURL(file('node_modules/lib/index.js'))}:7:3)`,
    `    at handler (${pathToFileURL(file('update-user.ts'))}:12:9)`,
    `    at Server.emit (${file('http.ts')}:5:1)`,
  ].join('\n')
  assert.equal(placeIn(output, DIRECTORY), 'update-user.ts:12:9')
})

test('without one, the location is that of the code frame', () => {
  const output = `${file('update-user.ts')}:3\nconst = 5\n      ^\n\nSyntaxError: Unexpected token\n    at node:internal:1:1`
  assert.equal(placeIn(output, DIRECTORY), 'update-user.ts:3')
  assert.equal(placeIn('Error: none\n    at /elsewhere/a.ts:1:2', DIRECTORY), undefined)
  assert.equal(placeIn('', DIRECTORY), undefined)
})
