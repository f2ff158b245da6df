/** Checks that prose, comments and printed texts use the field's terms. Lists only words that have no right use here. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { repositoryFiles } from './testing.ts'

/** Better words by pattern; a space matches any white space. */
const BETTER: Readonly<Record<string, string>> = {
  '(bytes|instructions|microseconds|milliseconds|µs|ms|ns) an? request': 'per request',
  'refusals?': 'disqualification of a server, rejection of input',
  'liars?': 'faulty server',
  '(three|four|five) laws': 'invariants',
  'held against': 'caveat, flag; compared with',
  'rungs?|ladders?': 'step, cumulative steps',
  'ticks? (held|collected)': 'nextTick map pinned, discarded',
  'collections? of garbage': 'garbage collection (GC)',
  'generators? that (never )?sleeps?': 'busy-polling or event-driven load generator',
  'loud groups?|how loud': 'noisy block, block variance',
  "trial[’']s level": 'log-rate estimate',
  '(by|in) turns': 'interleaved',
  'ranks that the data allow': 'rank interval (95%, simultaneous)',
  'named together': 'listed together',
  'how sure it is': 'uncertainty',
  '(is|are|was|were) told': 'detected, reported',
  'told from nothing': 'significant',
  'flaws named': 'errors reported',
  'over a real while': 'over time',
  'what running costs': 'operational cost',
  'rates that people have': 'realistic rates',
  'mend(s|ed|ing)?': 'fix, work around',
  'in company': 'under concurrent load',
  'reckon(s|ed|ing)?': 'calculate with, take into account',
  'which nobody needs|somebody|whoever': 'the role: the user, a maintainer',
  'artefacts?': 'artifact',
}

const RULES = Object.entries(BETTER).map(([words, better]) => ({
  pattern: new RegExp(`(?<!\\w)(?:${words.replaceAll(' ', '\\s+')})(?!\\w)`, 'gi'),
  better,
}))

/** Returns a line for each word to avoid: where it is, and what is better. */
const faultsIn = (file: string, text: string): string[] =>
  RULES.flatMap(({ pattern, better }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${file}:${line}: "${words.replaceAll(/\s+/g, ' ')}": better: ${better}`
    }),
  )

/** Results keep the words of their day; pages are generated from them and from these files. */
const WRITTEN = /^(?!results\/|charts\/published\/|bench\/test\/style\.test\.ts)/
const READ = /\.(md|ts|mjs|sh|sbatch|ya?ml)$|^(servers|validators)\/[^/]+\/package\.json$/

test('a word to avoid is found across lines, and not within another word', () => {
  assert.deepEqual(faultsIn('a.md', 'one\n3 µs a\nrequest. We recommend it.'), [
    'a.md:2: "µs a request": better: per request',
  ])
})

const files = repositoryFiles().filter((file) => WRITTEN.test(file) && READ.test(file))
test('texts use the terms of the field', { skip: files.length === 0 && 'no git' }, () => {
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(faults, [])
})
