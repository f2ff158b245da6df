import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { sampleResult, sampleTrial } from '../../shared/result/samples.ts'
import { type FinishedRound, type RunDescription, resultOf } from '../measure/run-record.ts'
import { findJournal, Journal, type JournalHeader, readJournal } from './journal.ts'
import { resumeRun } from './resume-run.ts'

const NOW = '2026-01-02T03:04:05.678Z'

function headerOf(result: string): JournalHeader {
  const { scenario, startedAt, quick, protocol, environment, source, notInstalled, servers } = sampleResult()
  const described = servers.map(({ trials: _, behaviours: __, refusal: ___, summary: ____, ...server }) => server)
  const length = { repeats: 1, pauseSeconds: 0, until: null }
  const about = { scenario, startedAt, quick, protocol, environment, source, notInstalled }
  const run: RunDescription = { ...about, length, servers: described }
  const own = [{ name: 'http-node', directory: '/servers/http-node', code: 'abc' }]
  return { result, run, changes: 'abc', servers: own, publish: true, isChoice: false, instructions: false }
}

const roundOf = (number: number): FinishedRound => ({
  repeat: 1,
  startedAt: NOW,
  finishedAt: NOW,
  groups: [['http-node']],
  trials: [{ server: 'http-node', trial: sampleTrial(number, 1000 * number), behaviours: [] }],
  refusals: [],
})

/** A journal with two rounds. */
function journalOf(t: TestContext): string {
  const journal = Journal.begin(headerOf(join(temporaryDirectory(t), 'a.json')))
  for (const number of [1, 2]) assert.equal(journal.keep(roundOf(number)), number)
  return journal.path
}

test('a journal holds what it was given, as a run that goes on without it', (t) => {
  const path = journalOf(t)
  const { header, record } = readJournal(path)
  assert.equal(path, header.result.replace('.json', '.journal.jsonl'))
  assert.deepEqual(header, JSON.parse(JSON.stringify(headerOf(header.result))))
  const rounds = [1, 2].map(roundOf)
  assert.deepEqual(record.rounds, JSON.parse(JSON.stringify(rounds)))
  const unbroken = { description: header.run, rounds, refusals: [], resumed: [] }
  assert.deepEqual(resultOf(record), JSON.parse(JSON.stringify(resultOf(unbroken))))
  assert.deepEqual(
    resultOf(record).servers.map(({ trials, summary }) => [
      trials.length,
      Math.round(summary?.requestsPerSecond.median ?? 0),
    ]),
    [[2, Math.round(Math.sqrt(1000 * 2000))]],
  )
})

test('the result of a record is that of its rounds however often it is made', (t) => {
  const { record } = readJournal(journalOf(t))
  const other = { ...(record.description.servers[0] as RunDescription['servers'][number]), name: 'other' }
  const description = { ...record.description, servers: [...record.description.servers, other] }
  // One of two servers that stand in the same groups is unlike itself in the last round.
  const rounds = [1, 1.01, 0.99, 1.02, 0.98, 1, 9].map((factor, index): FinishedRound => {
    const trial = (server: string, rate: number) => ({ server, trial: sampleTrial(index + 1, rate), behaviours: [] })
    return { ...roundOf(index + 1), trials: [trial('http-node', 1000), trial('other', 1000 * factor)] }
  })
  const first = resultOf({ ...record, description, rounds })
  const kinds = first.servers.flatMap(({ summary }) => summary?.verdicts.map(({ kind }) => kind) ?? [])
  assert.ok(kinds.includes('outlier'))
  assert.deepEqual(resultOf({ ...record, description, rounds }), first)
})

test('wherever its last line was torn, the rounds before it are there, and what comes next is whole', (t) => {
  const path = journalOf(t)
  const text = readFileSync(path, 'utf8')
  const lastBegin = text.lastIndexOf('\n', text.length - 2) + 1
  for (const end of [lastBegin, lastBegin + 1, Math.floor((lastBegin + text.length) / 2), text.length - 1]) {
    writeFileSync(path, text.slice(0, end))
    const contents = readJournal(path)
    assert.equal(contents.record.rounds.length, 1)
    assert.equal(Journal.resume(path, contents, NOW).keep(roundOf(2)), 2)
    const { record } = readJournal(path)
    assert.deepEqual([record.rounds.length, record.resumed], [2, [NOW]])
  }
})

test('a broken journal is named, with its line', (t) => {
  const path = journalOf(t)
  const text = readFileSync(path, 'utf8')
  const broken: [contents: string, complaint: RegExp][] = [
    ['', /line 1: .*JSON/],
    ['{}\n', /line 1: journal: Invalid input/],
    [text.replace('"journal":1', '"journal":2'), /line 1: journal: Invalid input/],
    [text.replace('\n{"round"', '\n{"rounds"'), /line 2: /],
    [`${text}half\n`, /line 4: .*JSON/],
    [text.replace('"repeat":1', '"repeat":0'), /line 2: /],
  ]
  for (const [contents, complaint] of broken) {
    writeFileSync(path, contents)
    assert.throws(
      () => readJournal(path),
      (error) =>
        error instanceof UsageError &&
        error.message.startsWith(path) &&
        complaint.test(error.message.replaceAll('\n', '!')),
      contents.slice(0, 50),
    )
  }
})

test('the journal of another run is not overwritten, unless it holds no round', (t) => {
  const path = journalOf(t)
  const { header } = readJournal(path)
  assert.throws(() => Journal.begin(header), /a\.journal\.jsonl holds rounds of a run .*run --resume .*, or delete it$/)
  assert.equal(readJournal(path).record.rounds.length, 2)
  writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`)
  Journal.begin(header).remove()
  assert.ok(!existsSync(path))
})

test('a journal is of one process until it is removed, or that process is gone', async (t) => {
  const header = headerOf(join(temporaryDirectory(t), 'a.json'))
  const path = header.result.replace('.json', '.journal.jsonl')
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  t.after(() => owner.kill('SIGKILL'))
  await once(owner, 'spawn')
  writeFileSync(`${path}.lock`, String(owner.pid))
  const refused = (error: unknown) =>
    error instanceof UsageError &&
    new RegExp(`\\(pid ${owner.pid}\\), maybe in a pause: wait for its end, .*; .* delete .*\\.lock$`).test(
      error.message,
    )
  assert.throws(() => Journal.begin(header), refused)
  const serverNamed = () => undefined
  writeFileSync(path, 'of the other')
  await assert.rejects(resumeRun({ path, finish: true, publish: true, serverNamed }), refused)
  assert.equal(readFileSync(path, 'utf8'), 'of the other')
  rmSync(path)

  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const journal = Journal.begin(header)
  assert.equal(readFileSync(`${path}.lock`, 'utf8'), String(process.pid))
  journal.remove()
  assert.deepEqual([existsSync(path), existsSync(`${path}.lock`)], [false, false])
})

test('a journal that somebody removed is not begun in its middle', (t) => {
  const log = t.mock.method(console, 'log', () => {})
  const journal = Journal.begin(headerOf(join(temporaryDirectory(t), 'a.json')))
  rmSync(journal.path)
  assert.equal(journal.keep(roundOf(1)), 0)
  assert.ok(!existsSync(journal.path))
  assert.match(String(log.mock.calls[0]?.arguments[0]), /ENOENT.*; the run goes on, and can't be resumed/)
  journal.remove()
})

test('a journal that can not be written ends no run', (t) => {
  const log = t.mock.method(console, 'log', () => {})
  const directory = temporaryDirectory(t)
  writeTree(directory, { file: '' })
  const journal = Journal.begin(headerOf(join(directory, 'file/a.json')))
  assert.equal(journal.keep(roundOf(1)), 0)
  assert.equal(log.mock.callCount(), 1)
  assert.match(String(log.mock.calls[0]?.arguments[0]), /^can't write .*; the run goes on, and can't be resumed/)
})

test('the newest journal is meant where none is named, and the others are told', (t) => {
  const root = temporaryDirectory(t)
  assert.throws(
    () => findJournal(undefined, root),
    /results\/ holds no journal of a run that was interrupted: name one/,
  )
  writeTree(root, {
    'results/hello/b.journal.jsonl': '',
    'results/json/a.journal.jsonl': '',
    'results/json/a.json': '',
  })
  const [old, recent] = ['results/hello/b.journal.jsonl', 'results/json/a.journal.jsonl'].map((file) =>
    join(root, file),
  )
  utimesSync(old as string, 1, 1)
  assert.deepEqual(findJournal(undefined, root), { path: recent, others: [old] })
  assert.deepEqual(findJournal('elsewhere', root), { path: 'elsewhere', others: [] })
  appendFileSync(old as string, '\n')
  utimesSync(recent as string, 2, 2)
  assert.equal(findJournal(undefined, root).path, old)
})
