import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { refusal, steady, withCaveat } from '../../../shared/results/compare-fixtures.ts'
import { sampleVersions } from '../../test/versions.ts'
import { terminalText } from '../instrument.ts'
import { versionsStore } from './format.ts'
import instrument from './instrument.ts'
import { unmeasurableMarkdown, versionsMarkdown } from './summary.ts'
import { closureChanges, failedVerdicts, versionsVerdicts } from './verdict.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950]
const times = (factor: number) => BASE.map((count) => count * factor)
const counted = (factor: number) => sampleVersions({ counts: [BASE, times(factor)] })
const verdictOf = (versions: ReturnType<typeof sampleVersions>) => versionsVerdicts(versions)[0] ?? assert.fail()

test('1% more instructions is significant', () => {
  assert.equal(verdictOf(counted(1)).verdict, 'no difference shown')
  assert.equal(verdictOf(counted(1.01)).verdict, 'worse')
  assert.equal(verdictOf(counted(0.99)).verdict, 'better')
  const { old, new: recent, ratio, low, high } = verdictOf(counted(1.01))
  assert.ok(old === 100_000 && Math.abs(recent - 101_000) < 1)
  assert.ok(low !== null && high !== null && low > 1.008 && low < ratio && ratio < high && high < 1.012)
})

test('fewer processes and more variance make the result less significant', () => {
  const scattered = [100_000, 104_000, 96_000, 103_000, 97_000]
  assert.equal(
    verdictOf(sampleVersions({ counts: [scattered, scattered.map((n) => n * 1.01)] })).verdict,
    'no difference shown',
  )
  const { verdict } = verdictOf(
    sampleVersions({
      counts: [
        [100, 101],
        [120, 121],
      ],
    }),
  )
  assert.equal(verdict, 'undecided')
})

test('requests/s are compared in the same rounds', () => {
  const rated = (factor: number) => sampleVersions({ rates: [steady(1_000, 8), steady(1_000 * factor, 8, 1)] })
  assert.equal(verdictOf(rated(1)).verdict, 'no difference shown')
  assert.equal(verdictOf(rated(0.9)).verdict, 'worse')
  assert.equal(verdictOf(rated(1.1)).verdict, 'better')
  assert.deepEqual(
    versionsVerdicts({ ...rated(0.9), counts: counted(1.01).counts }).map(({ metric }) => metric),
    ['instructions', 'requests'],
  )
})

test('the gate fails only if the whole interval is beyond it', () => {
  const fails = (factor: number) => failedVerdicts({ ...counted(factor), failBelow: 0.03 }).length > 0
  // Of 1.0301 the estimate is beyond the gate, but the lower end is not.
  assert.deepEqual([1.05, 1.02, 1.0301, 0.9].map(fails), [true, false, false, false])
  const rated = sampleVersions({ rates: [steady(1_000, 8), steady(900, 8, 1)] })
  assert.deepEqual(
    [0.03, 0.2, null].map((failBelow) => failedVerdicts({ ...rated, failBelow }).length),
    [1, 0, 0],
  )
})

test('other changes in the closure are named', () => {
  const versions = sampleVersions({ counts: [BASE, BASE], packages: ['new-one@1.0.0', '@a/b@2.0.0'] })
  assert.deepEqual(closureChanges(versions), ['@a/b none → 2.0.0', 'new-one none → 1.0.0'])
  const other = { ...versions, second: { ...versions.second, packages: ['ajv@8.0.0', 'ajv@9.0.0', 'fastify@2.0.0'] } }
  assert.deepEqual(closureChanges(other), ['ajv 8.0.0 → 8.0.0, 9.0.0'])
})

test('a terminal and a pull request get the same text', () => {
  const rates = [steady(1_000, 8), steady(1_001, 8, 1)] as const
  const both = sampleVersions({ counts: [BASE, times(1.05)], rates, failBelow: 0.03 })
  const verdict = { kind: 'noisy', message: 'x' } as const
  const versions = { ...both, run: both.run && { ...both.run, ...withCaveat(both.run, 'fastify@2.0.0', verdict, 3) } }
  const [text, markdown] = [terminalText(instrument, versions), versionsMarkdown(versions)]
  for (const line of [
    'gate failed: slower by more than 3% with confidence: instructions/request slower, +5.00%',
    'fastify@2.0.0: noisy in 3 of 8 trials',
  ]) {
    assert.ok(text.includes(line), text)
    assert.ok(markdown.includes(line), markdown)
  }
  assert.match(markdown, /^### fastify: fastify@2\.0\.0 against fastify@1\.0\.0, under fastify in update-user\n/)
  assert.match(
    text,
    /│ instructions\/request │ +100,000 │ +105,000 │ +1\.0500 │ 1\.04\d+–1\.05\d+ │ slower, \+5\.00% │/,
  )
  assert.match(markdown, /\| requests\/s +\|.*\| no difference +\|/)
  assert.match(terminalText(instrument, { ...versions, failBelow: 0.2 }), /gate passed: not slower by more than 20%/)
})

test('names are escaped in a pull request', () => {
  const versions = sampleVersions({ counts: [BASE, BASE] })
  const label = '<img src=x>|[a](b)'
  const odd = { ...versions, second: { ...versions.second, label, version: label } }
  odd.counts = versions.counts && {
    ...versions.counts,
    servers: versions.counts.servers.map((server, i) => (i === 1 ? { ...server, name: label } : server)),
  }
  const markdown = versionsMarkdown(odd)
  assert.ok(!/(?<!\\)[<|[]\w*img|(?<!\\)\[a/.test(markdown), markdown)
  assert.ok(unmeasurableMarkdown('<b> `x`').includes('\\<b\\> \\`x\\`'))
})

test('a written file can be read, an edited one is rejected', (t) => {
  const path = join(temporaryDirectory(t), 'versions.json')
  const versions = sampleVersions({ counts: [BASE, times(1.01)], rates: [steady(1_000), steady(1_000, 5, 1)] })
  versionsStore.write(path, versions)
  const { checksum, ...read } = versionsStore.read(path)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.deepEqual(versionsVerdicts(read), versionsVerdicts(versions))
  writeFileSync(path, readFileSync(path, 'utf8').replace('"2.0.0"', '"2.0.1"'))
  refusal(() => versionsStore.read(path), 'has been edited')
  writeFileSync(path, '{"metric":"instructions"}')
  refusal(() => versionsStore.read(path), 'is no file of versions')
})
