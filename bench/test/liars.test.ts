/** A run among servers that misbehave: each is named with what is wrong, and the others are measured all the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeTree } from '../../shared/basics/testing.ts'
import { readResult } from '../../shared/result/file.ts'
import type { Refusal, Result, Verdict } from '../../shared/result/format.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { onPath } from '../machine/programs.ts'
import { commandLine, filesIn, LIARS, processesOf, runDirectory, SHORT } from './testing.ts'

/** In what phase each is refused, and with what words; a phase is left out where it depends on the machine's speed. */
const refused: Record<string, { phase?: Refusal['phase']; reason: RegExp }> = {
  'fails-to-build': { phase: 'start', reason: /npm run build.* did not make .*error: no compiler here$/ },
  'throws-at-start': { phase: 'start', reason: /^exited with status 1: Error: no database here$/ },
  'ends-quietly': { phase: 'start', reason: /^exited with status 0$/ },
  'lacks-a-module': { phase: 'start', reason: /^exited with status 1: Error.*Cannot find (module|package)/ },
  'is-not-typescript': { phase: 'start', reason: /^exited with status 1: .*SyntaxError/ },

  'never-answers': { phase: 'contract', reason: /got no answer within 5 s$/ },
  'canned-answer': { phase: 'contract', reason: /^ordinary user: expected 200 .*, got 200 {"id":1,"name":"Ann"/ },
  'cached-answer': { reason: /expected 200 .*, got 200|were wrong, such as/ },
  'keeps-the-date': { phase: 'contract', reason: /^ordinary user: expected 200 .*lastUpdate.*, got 200 .*lastUpdate/ },
  'claims-to-coerce': {
    phase: 'contract after the load',
    reason: /^its manifest says bench\.validation\.coerces: true, and it is false$/,
  },
  'adds-a-key': { phase: 'contract', reason: /^ordinary user: expected 200 .*, got 200 .*"ok":true}/ },
  'accepts-anything': { phase: 'contract', reason: /^missing id: expected 4xx, got 200 {} \(and \d+ more\)$/ },
  'breaks-on-malformed': { phase: 'contract', reason: /^malformed JSON: expected 4xx, got 500/ },
  'crashes-on-malformed': { phase: 'contract', reason: /^exited with status 1: SyntaxError/ },
  'outgrew-its-deviation': {
    phase: 'contract',
    reason: /^malformed JSON: expected 500, the known deviation.* got 400/,
  },
  'wrong-length': { phase: 'contract', reason: /got no answer: the connection closed in the middle of it$/ },
  'no-length': { phase: 'contract', reason: /got 200 with content-length missing on a body of \d+ bytes/ },
  'no-content-type': { phase: 'contract', reason: /got 200 with content type missing instead of application\/json/ },

  'exits-under-load': { reason: /^exited with status 1: Error: out of handles$/ },
  'wrong-under-load': { reason: /^\d+ of \d+ responses were wrong, such as {"id":0/ },
  'one-in-twenty-wrong': { reason: /^\d+ of \d+ responses were wrong, such as {"id":0/ },
  'errors-under-load': { reason: /^\d+ of \d+ responses had a status other than 2xx$/ },
  'empty-under-load': { reason: /^\d+ of \d+ responses were wrong, such as status 204/ },
  'closes-under-load': { reason: /^\d+ connections failed or were closed under load$/ },
  'hangs-under-load': { reason: /no answer within 5 s$|^answered no request$|^\d+ requests timed out$/ },
  'serves-few': { reason: /^\d+ requests timed out$/ },
  'garbles-under-load': { reason: /^\d+ requests timed out$/ },
  'answers-twice': { reason: /^\d+ connections failed or were closed under load$|were wrong, such as {}/ },

  'stops-validating': { phase: 'measurement', reason: /^under load, .*: expected 4xx, got 200 {}/ },
  'lax-under-load': { phase: 'measurement', reason: /^under load, .*: expected 4xx, got 200 {}/ },
  'lets-itself-be-polluted': {
    phase: 'contract after the load',
    reason: /^a valid call after __proto__ key: expected 200/,
  },
}

/** Those that are measured, and what is held against them. */
const measured: Record<string, Pick<Verdict, 'kind' | 'message'>[]> = {
  honest: [],
  'ignores-sigterm': [{ kind: 'ignored-sigterm', message: 'ignored SIGTERM for 2 s and was killed' }],
  'leaves-a-child': [{ kind: 'left-processes', message: 'left 1 process behind, killed' }],
  'leaves-an-orphan': [{ kind: 'left-processes', message: 'left 1 process behind, killed' }],
  'leaves-a-stranger': [{ kind: 'left-processes', message: 'left 1 process behind, killed' }],
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

test('a run among liars', { timeout: 240_000 }, async (t) => {
  const scratch = runDirectory(t)
  const manifest = { bench: { router: false, ...disclosure, description: 'does not start' } }
  writeTree(join(scratch, 'servers'), {
    'lacks-a-module/package.json': manifest,
    'lacks-a-module/update-user.mjs': "import 'no-such-package'",
    'is-not-typescript/package.json': manifest,
    'is-not-typescript/update-user.ts': 'const = 5',
  })
  const directories = ['--servers-dir', LIARS, '--servers-dir', join(scratch, 'servers')]
  const names = Object.keys({ ...refused, ...measured })
  const out = join(scratch, 'out/result.json')
  const chosen = ['--servers', names.join(','), '--out', out]
  const ended = await commandLine(scratch, ['run', 'update-user', ...directories, ...chosen, ...SHORT])
  assert.deepEqual(ended.complaints, [])
  const result = readResult(out)

  for (const [name, { phase, reason }] of Object.entries(refused)) {
    await t.test(`${name} is refused`, () => {
      const { refusal, summary, trials } = serverOf(result, name)
      assert.match(refusal?.reason ?? '', reason)
      if (phase) assert.equal(refusal?.phase, phase)
      assert.equal(summary, null)
      assert.deepEqual(trials, [])
      // Once when it happens, once below the table.
      const lines = linesAbout(name, ended.output)
      assert.equal(lines.length, 2, lines.join('\n'))
      for (const line of lines) assert.ok(line.includes('refused') && line.endsWith(`: ${refusal?.reason}`), line)
    })
  }

  for (const [name, verdicts] of Object.entries(measured)) {
    await t.test(`${name} is measured${verdicts.length > 0 ? ', with a verdict' : ''}`, () => {
      const { refusal, summary, trials } = serverOf(result, name)
      assert.equal(refusal, null)
      assert.equal(summary?.trials, 1)
      const [trial] = trials
      assert.ok(trial && trial.requests.total > 100 && trial.checked >= trial.requests.total)
      const kinds: Verdict['kind'][] = ['ignored-sigterm', 'left-processes']
      const given = trial.verdicts.filter(({ kind }) => kinds.includes(kind))
      assert.deepEqual(
        given.map(({ kind, message }) => ({ kind, message })),
        verdicts,
      )
      for (const { message } of verdicts) {
        assert.equal(linesAbout(name, ended.output).filter((line) => line.includes(message)).length, 2)
      }
    })
  }

  await t.test('one-in-twenty-wrong: the wrong ones are counted', () => {
    const [, wrong, all] = /^(\d+) of (\d+)/.exec(serverOf(result, 'one-in-twenty-wrong').refusal?.reason ?? '') ?? []
    const share = Number(wrong) / Number(all)
    assert.ok(share > 0.03 && share < 0.07, `${share}`)
  })

  await t.test('the exit status says that servers were refused', () => assert.equal(ended.status, 1))

  await t.test('no process and no file but the result is left', () => {
    assert.deepEqual(processesOf(scratch), [])
    const files = filesIn(scratch).filter((file) => !file.startsWith('servers/'))
    // "called" is what never-answers tells tests by.
    assert.deepEqual(files, ['called', 'out/result.json'])
  })
})

/** Runs servers on options of their own; the result. */
async function resultOf(t: TestContext, scratch: string, names: string[], options: readonly string[]): Promise<Result> {
  const out = join(scratch, 'result.json')
  const chosen = ['--servers-dir', LIARS, '--servers', names.join(','), '--out', out]
  const { complaints, output } = await commandLine(scratch, ['run', 'update-user', ...chosen, ...SHORT, ...options])
  assert.deepEqual(complaints, [])
  t.diagnostic(output.at(-1) ?? '')
  assert.deepEqual(processesOf(scratch), [])
  return readResult(out)
}

function verdictsOf(result: Result, name: string): Verdict['kind'][] {
  const { refusal, trials } = serverOf(result, name)
  assert.equal(refusal, null)
  return trials.flatMap(({ verdicts }) => verdicts.map(({ kind }) => kind))
}

const timeout = 120_000

test('a cache of whole bodies is of no use: no valid request comes twice', { timeout }, async (t) => {
  const scratch = runDirectory(t)
  const result = await resultOf(t, scratch, ['caches-bodies'], ['--duration', '1.5', '--slice', '0.5', '--warmup', '1'])
  const [trial] = serverOf(result, 'caches-bodies').trials
  const count = JSON.parse(readFileSync(join(scratch, 'cache.json'), 'utf8'))
  assert.equal(count.hits, 0)
  assert.ok(count.underLoad >= (trial?.requests.total ?? Infinity), 'the load went through the cache')
  assert.ok(count.answers > count.underLoad, 'and so did the contract')
})

test('who waits under load is found out', { timeout }, async (t) => {
  const scratch = runDirectory(t)
  const names = ['honest', 'dawdles-under-load']
  const result = await resultOf(t, scratch, names, ['--duration', '1.5', '--slice', '0.5'])
  assert.equal(verdictsOf(result, 'dawdles-under-load').includes('idle'), result.environment.pinning.server !== null)
  assert.equal(serverOf(result, 'honest').summary?.trials, 1)
})

const skip = !onPath('wrk') && 'wrk is not installed'
test('a server that answers less to wrk is found out by the bytes', { timeout, skip }, async (t) => {
  const scratch = runDirectory(t)
  const options = ['--generator', 'wrk', '--duration', '2', '--warmup', '1']
  const result = await resultOf(t, scratch, ['honest', 'knows-wrk'], options)
  assert.equal(serverOf(result, 'honest').refusal, null)
  const { refusal } = serverOf(result, 'knows-wrk')
  assert.equal(refusal?.phase, 'measurement')
  assert.match(refusal?.reason ?? '', /^its responses under load had \d+ bytes, unlike right answers$/)
})
