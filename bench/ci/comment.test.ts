/** What a pull request's code can make of the comment. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { marked } from 'marked'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import type { Contents } from '../../shared/probe/probe.ts'
import { versions as probe } from '../../shared/probes/versions.ts'
import type { VersionsDetails } from '../../shared/probes/versions-file.ts'
import { sampleVersions } from '../../shared/test/versions.ts'
import { commentText } from './comment.ts'

const BASE = 'b'.repeat(40)
const HEAD = 'a'.repeat(40)
const COUNTS = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const SLOWER = COUNTS.map((count) => count * 1.1073)

/** Changes a file. */
type Forge = (details: VersionsDetails, file: Contents) => unknown

/** Returns the comment on a result that says 10.73% more instructions, as forged. */
async function comment(t: TestContext, forge: Forge, limits = {}) {
  const directory = temporaryDirectory(t)
  const sides = [
    { label: 'base', spec: 'fastify@file:base', commit: BASE },
    { label: 'head', spec: 'fastify@file:head', commit: HEAD },
  ] as const
  const file: Contents = structuredClone(sampleVersions({ counts: [COUNTS, SLOWER], sides }))
  forge(file.details as VersionsDetails, file)
  writeMeasurement(probe, join(directory, 'versions.json'), file)
  const has = async (...commits: string[]) => `${commits}` === `${[BASE, HEAD]}`
  return commentText({ directory, url: 'https://example.org/run/1', passed: true, limits, has })
}

const HONEST = /\n\*\*worse: instructions\/request slower, \+10\.73% \(limit 0\.3%\)\*\*\n/

test('a verdict follows from the samples, whatever the file says of its limits and directions', async (t) => {
  const forgeries = [
    {},
    { better: 'higher' },
    { threshold: 1 },
    { worse: 'larger', repeated: 'exact' },
  ]
  for (const forged of forgeries) {
    const body = await comment(t, ({ metrics }) =>
      Object.assign(metrics.instructions ?? {}, forged),
    )
    assert.match(body, HONEST)
  }
  const limited = await comment(t, () => {}, { instructions: 0.2 })
  assert.match(limited, /\*\*no difference larger than 20%\*\*/)
})

test('a result of other commits, of other versions or metrics, or none, shows no figures', async (t) => {
  const other = /\n### A result is of other commits\n/
  const none = /\n### A result cannot be read\n/
  const changes: [Forge, RegExp][] = [
    [({ sides: [, head] }) => Object.assign(head, { commit: 'not the head' }), other],
    [({ sides: [, head] }) => Object.assign(head, { commit: BASE }), other],
    [({ sides: [base] }) => Object.assign(base, { commit: null }), other],
    [({ sides }) => sides.reverse(), none],
    [({ metrics }) => Object.assign(metrics, { constructor: metrics.instructions }), none],
  ]
  for (const [forge, words] of changes) {
    const body = await comment(t, forge)
    assert.match(body, words)
    assert.doesNotMatch(body, /instructions/)
  }
  const directory = temporaryDirectory(t)
  const nothing = { directory, url: '', passed: true, limits: {}, has: async () => true }
  assert.match(await commentText(nothing), /### No versions were compared/)
  writeTree(directory, {
    'versions.json': { probe: 'versions', text: 'buy this' },
    'summary.md': 'buy this',
  })
  assert.doesNotMatch(await commentText(nothing), /buy this/)
})

/** Each would add a block, a mark, a link, a mention or a formula. */
const TEXTS = [
  'x\n\n# Approved\n\n- by everyone\n\n```\ncode\n```\n\n    code',
  'x\r\r> quote\u2028---\u0085***',
  '``<img src=x>` [click](javascript:alert(1)) ```',
  '`a\\|<img src=x onerror=alert(1)>` | b | c',
  '<details><summary>[a](https://evil.example)</summary>',
  '@everyone #123 GH-4 evil/repo#5 :white_check_mark: $$\\Huge{Approved}$$',
  '\u202edevorppa\u2066 \u001b[31m',
  'https://evil.example www.evil.example a@evil.example',
  'x'.repeat(100_000),
]

test('text of a file stays on its line, and is no mark, link, mention, reference or formula', async (t) => {
  const shape = (body: string) =>
    marked.lexer(body).map(({ type, raw }) => (type === 'table' ? raw.split('\n').length : type))
  for (const text of TEXTS) {
    const forge: Forge = (details, file) => {
      for (const side of details.sides) Object.assign(side, { version: text, siblings: [text] })
      Object.assign(details, { caveats: [text], repeat: text, notCounted: text })
      details.functions = [{ figure: text, functions: [{ name: text, first: 1, second: 2 }] }]
      Object.assign(details.metrics.instructions ?? {}, { how: text })
      Object.assign(file, { protocol: { package: text, server: text } })
    }
    const body = await comment(t, forge)
    const honest = await comment(t, () => {})
    assert.deepEqual(shape(body), shape(honest), text)
    const html = String(marked.parse(body)).replaceAll(/<code>[^<]*<\/code>/g, '')
    assert.deepEqual(
      html.match(/<(?:a|img|pre|details|h[12])\b[^>]*>/g),
      ['<a href="https://example.org/run/1">'],
      text,
    )
    assert.doesNotMatch(html, /@\w|#\d|GH-\d|:white_check_mark:|[\p{Cc}\u202e\u2066](?<!\n)/u, text)
    assert.doesNotMatch(body, /(?<!`[^`\n]*)\$\$/, text)
    assert.ok(body.length < 21_000)
  }
})

test('a reason of a failure is text as well', async (t) => {
  const body = await comment(t, (_, { subjects }) => {
    for (const subject of subjects)
      Object.assign(subject, { disqualified: 'x\n\n**Approved**', samples: [] })
  })
  assert.match(body, /\n\*\*could not be measured: [^\n]+: x \\\*\\\*Approved\\\*\\\*/)
})
