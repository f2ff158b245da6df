/** Runs among servers that misbehave: each is named with what is wrong, and the others are measured all the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readResult } from '../../shared/result/file.ts'
import type { Result, Verdict } from '../../shared/result/format.ts'
import { onPath } from '../machine/programs.ts'
import type { Liar, Measured, Refused } from '../test/liars/liar.ts'
import { liars } from '../test/liars/liars.ts'
import { commandLine, type Ended, filesIn, liarsDirectory, processesOf, runDirectory, SHORT } from '../test/testing.ts'

const LIARS = liarsDirectory()
const timeout = 240_000

/** What a run of the named servers prints and writes, which leaves nothing behind but its result and the liars' marks. */
async function runAmong(t: TestContext, scratch: string, names: string[], options: readonly string[] = []) {
  const out = join(scratch, 'out/result.json')
  const chosen = ['--servers-dir', LIARS, '--servers', names.join(','), '--out', out]
  const ended = await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT, ...options])
  assert.deepEqual(ended.complaints, [])
  t.diagnostic(ended.output.at(-1) ?? '')
  assert.deepEqual(processesOf(scratch), [])
  const marks = ['cache.json', 'called', 'loaded']
  assert.deepEqual(
    filesIn(scratch).filter((file) => !marks.includes(file)),
    ['out/result.json'],
  )
  return { ended, result: readResult(out) }
}

/** The lines that are about the server: its name stands alone or among others, before a colon or after the round. */
function linesAbout(name: string, lines: readonly string[]): string[] {
  return lines
    .filter((line) => new RegExp(`^((before )?round 1(/1)? +)?(\\S+, )*${name}(:| |, )`).test(line))
    .filter((line) => !/(warm|not settled) after [\d.]+ s$/.test(line))
}

function serverOf(result: Result, name: string) {
  const server = result.servers.find((other) => other.name === name)
  assert.ok(server, `${name} is in the result`)
  return server
}

function assertRefused(name: string, expected: Refused, result: Result, { output }: Ended): void {
  const { refusal, summary, trials } = serverOf(result, name)
  assert.match(refusal?.reason ?? '', expected.refused)
  if (expected.phase) assert.equal(refusal?.phase, expected.phase)
  assert.equal(summary, null)
  assert.deepEqual(trials, [])
  // Once when it happens, once below the table.
  const lines = linesAbout(name, output)
  assert.equal(lines.length, 2, lines.join('\n'))
  for (const line of lines) assert.ok(line.includes('refused') && line.endsWith(`: ${refusal?.reason}`), line)
}

/** Verdicts of these kinds follow from what a server does; the others from the machine as well. */
const DEEDS: Verdict['kind'][] = ['ignored-sigterm', 'left-processes']

function assertMeasured(name: string, expected: Measured, result: Result, { output }: Ended): void {
  const { refusal, summary, trials } = serverOf(result, name)
  assert.equal(refusal, null)
  assert.equal(summary?.trials, 1)
  const [trial] = trials
  assert.ok(trial && trial.requests.total > 100 && trial.checked >= trial.requests.total)
  const given = trial.verdicts.filter(({ kind }) => DEEDS.includes(kind))
  assert.deepEqual(
    given.map(({ kind }) => kind),
    expected.verdicts.map(({ kind }) => kind),
  )
  for (const [i, { kind, message }] of given.entries()) {
    assert.match(message, expected.verdicts[i]?.message ?? /^$/)
    // Its kind when it happens; the message too below the table.
    const lines = linesAbout(name, output)
    assert.equal(lines.filter((line) => line.includes(kind)).length, 2, lines.join('\n'))
    assert.equal(lines.filter((line) => line.includes(message)).length, 1, lines.join('\n'))
  }
}

for (const [phase, table] of Object.entries(liars)) {
  test(`those found out in phase "${phase}", and an honest one`, { timeout }, async (t) => {
    const among: Record<string, Liar> = { honest: liars.end.honest, ...table }
    const chosen = Object.entries(among).filter(([, { shownBy }]) => !shownBy)
    const { ended, result } = await runAmong(
      t,
      runDirectory(t),
      chosen.map(([name]) => name),
      // Each at once from its start to its end: machines that take memory back from who is idle let it wait for its own code.
      ['--group', '1', '--duration', '1', '--slice', '0.5'],
    )
    for (const [name, { expected }] of chosen) {
      if ('refused' in expected) await t.test(`${name} is refused`, () => assertRefused(name, expected, result, ended))
      else await t.test(`${name} is measured`, () => assertMeasured(name, expected, result, ended))
    }
    await t.test('the exit status says whether servers were refused', () => {
      assert.equal(ended.status, chosen.some(([, { expected }]) => 'refused' in expected) ? 1 : 0)
    })
    if (phase !== 'load') return
    await t.test('one-in-twenty-wrong: the wrong ones are counted', () => {
      const [, wrong, all] = /^(\d+) of (\d+)/.exec(serverOf(result, 'one-in-twenty-wrong').refusal?.reason ?? '') ?? []
      const share = Number(wrong) / Number(all)
      assert.ok(share > 0.03 && share < 0.07, `${share}`)
    })
  })
}

test('a cache of whole bodies is of no use: no valid request comes twice', { timeout }, async (t) => {
  const scratch = runDirectory(t)
  const options = ['--duration', '2', '--slice', '1', '--warmup', '1']
  const { ended, result } = await runAmong(t, scratch, ['caches-bodies'], options)
  assertMeasured('caches-bodies', liars.load['caches-bodies'].expected, result, ended)
  const count = JSON.parse(readFileSync(join(scratch, 'cache.json'), 'utf8'))
  assert.equal(count.hits, 0)
  const [trial] = serverOf(result, 'caches-bodies').trials
  assert.ok(count.underLoad >= (trial?.requests.total ?? Infinity), 'the load went through the cache')
  assert.ok(count.answers > count.underLoad, 'and so did the contract')
})

test('who waits under load is found out', { timeout }, async (t) => {
  const names = ['honest', 'dawdles-under-load']
  const { result } = await runAmong(t, runDirectory(t), names, ['--duration', '2', '--slice', '1'])
  const { refusal, trials } = serverOf(result, 'dawdles-under-load')
  assert.equal(refusal, null)
  const [expected] = liars.load['dawdles-under-load'].expected.verdicts
  const given = trials[0]?.verdicts.filter(({ kind }) => kind === expected?.kind) ?? []
  assert.equal(given.length, result.environment.pinning.server === null ? 0 : 1)
  for (const { message } of given) assert.match(message, expected?.message ?? /^$/)
  assert.equal(serverOf(result, 'honest').summary?.trials, 1)
})

const skip = !onPath('wrk') && 'wrk is not installed'
test('a server that answers less to wrk is found out by the bytes', { timeout, skip }, async (t) => {
  const options = ['--generator', 'wrk', '--duration', '2', '--warmup', '1']
  const { ended, result } = await runAmong(t, runDirectory(t), ['honest', 'knows-wrk'], options)
  assert.equal(serverOf(result, 'honest').refusal, null)
  assertRefused('knows-wrk', liars.load['knows-wrk'].expected, result, ended)
})
