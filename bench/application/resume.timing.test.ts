/** Runs that are killed in each of their phases and gone on with: the result is that of a run which nobody killed. */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import { readResult } from '../../shared/result/file.ts'
import { repeatOf } from '../../shared/result/repeats.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { CommandLine, processesOf, runDirectory, until } from '../test/testing.ts'

const skip = process.platform === 'linux' ? false : 'processes are found in /proc'
const timeout = 240_000

const CONNECTIONS = 20
const SLICES = 2
const protocol = ['--rounds', '2', '--repeat', '2', '--pause', '2s', '--seed', '5', '--group', '2', '--warmup', '0.3']
// In a slice of a tenth of a second a server that others keep from its CPU may answer nothing at all.
const load = ['--duration', '0.6', '--slice', '0.3', '--connections', String(CONNECTIONS), '--second-pipelining', '0']
const signs = ['started', 'called', 'loaded', 'measured'] as const

const manifest = {
  bench: {
    router: false,
    ...disclosure,
    validation: { ...disclosure.validation, errors: 'all' },
    description: 'honest',
  },
}

/** A server that leaves a file when a phase begins; while it is measured, a checker has a connection more. */
const source = `import { honest, mark, serve } from '${pathToFileURL(join(ROOT, 'bench/test/liars/user-server.ts'))}'
mark('started')
serve((call) => {
  mark('called')
  if (call.loaded) mark('loaded')
  if (call.open > ${CONNECTIONS}) mark('measured')
  return honest(call)
})
`

/** What must not depend on whether a run was interrupted: no number that was measured. */
function structureOf(path: string) {
  const result = readResult(path)
  const { rounds, length, servers } = result
  return {
    rounds,
    length,
    seed: result.protocol.seed,
    repeats: rounds.map((_, index) => repeatOf(result, index + 1)),
    servers: servers.map(({ trials, summary, behaviours, refusal, ...server }) => ({
      ...server,
      refusal,
      summarized: summary?.trials,
      behaviours: behaviours.map(({ id }) => id),
      trials: trials.map(({ round, group, slices }) => ({
        round,
        group,
        // Turns beyond these repeat what was disturbed, in orders drawn then; the groups after that follow suit.
        turns:
          group === 1
            ? slices.filter(({ slice }) => slice <= SLICES).map(({ slice, position }) => [slice, position])
            : [],
      })),
    })),
  }
}

/** A run of three servers in a directory of its own; what it writes lies there, too. */
class Survivor {
  readonly scratch: string
  readonly out: string
  readonly journal: string

  constructor(scratch: string) {
    this.scratch = scratch
    this.out = join(scratch, 'result.json')
    this.journal = join(scratch, 'result.journal.jsonl')
    const files = ['a', 'b', 'c'].flatMap((name) => [
      [`servers/${name}/package.json`, manifest],
      [`servers/${name}/update-user.ts`, source],
    ])
    writeTree(scratch, Object.fromEntries(files))
  }

  begin(...options: string[]): CommandLine {
    const servers = ['--servers-dir', join(this.scratch, 'servers'), '--servers', 'a,b,c']
    return this.#start(['run', 'update-user', ...servers, ...protocol, ...load, '--out', this.out, ...options])
  }

  resume(...options: string[]): CommandLine {
    return this.#start(['run', '--resume', this.journal, ...options])
  }

  #start(args: string[]): CommandLine {
    for (const sign of signs) rmSync(join(this.scratch, sign), { force: true })
    return new CommandLine(this.scratch, args)
  }

  has(sign: (typeof signs)[number]): boolean {
    return existsSync(join(this.scratch, sign))
  }

  /** Rounds in the journal. */
  get rounds(): number {
    if (!existsSync(this.journal)) return 0
    return readFileSync(this.journal, 'utf8')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{"round"')).length
  }

  /** The run's own processes are two: `node.mjs` and the runner. */
  get isPausing(): boolean {
    return this.rounds === 2 && processesOf(this.scratch).length === 2
  }

  /** Kills the run as soon as something is so; no process of it is left. */
  async kill(run: CommandLine, when: () => boolean, signal: NodeJS.Signals = 'SIGKILL') {
    await until(when)
    run.signal(signal)
    const ended = await run.ended
    await until(() => processesOf(this.scratch).length === 0)
    return ended
  }
}

test('a run killed in each phase, and gone on with each time, has the result of one that nobody killed', {
  skip,
  timeout,
}, async (t) => {
  const whole = new Survivor(runDirectory(t))
  const other = new Survivor(runDirectory(t))
  const reference = whole.begin().ended

  let run = other.begin()
  for (const sign of signs) {
    await other.kill(run, () => other.has(sign))
    run = other.resume()
  }
  const { status, complaints } = await other.kill(run, () => other.rounds === 1, 'SIGINT')
  const command = `npm run bench -- run --resume`
  assert.equal(status, 130)
  assert.match(
    complaints.at(-1) ?? '',
    new RegExp(`^interrupted: 1 round measured; ${command} .*result\\.journal\\.jsonl goes on$`),
  )
  appendFileSync(other.journal, '{"round":{"repeat":1,"star')

  const file = join(other.scratch, 'servers/b/update-user.ts')
  writeFileSync(file, `${source}\n`)
  const refused = await other.resume().ended
  assert.deepEqual([refused.status, refused.output, refused.complaints.length], [2, [], 1])
  assert.match(
    refused.complaints[0] ?? '',
    /has changed: server b \(its files.*\); .* --finish makes a result of the rounds/,
  )
  writeFileSync(file, source)

  await other.kill(other.resume(), () => other.isPausing)
  const kept = readFileSync(other.journal)
  const finished = await other.resume('--finish').ended
  assert.deepEqual([finished.status, finished.complaints, existsSync(other.journal)], [0, [], false])
  const part = readResult(other.out)
  assert.deepEqual([part.rounds.length, part.repeats?.length, part.length?.repeats], [2, 1, 2])
  rmSync(other.out)
  writeFileSync(other.journal, kept)

  await other.kill(other.resume(), () => other.rounds === 4)
  writeFileSync(`${other.out}.1234.tmp`, '{"half')
  const last = readFileSync(other.journal)
  const end = await other.resume().ended
  assert.deepEqual([end.status, end.complaints], [0, []], end.output.filter((line) => /refused/.test(line)).join('; '))
  assert.deepEqual([existsSync(other.journal), existsSync(`${other.out}.1234.tmp`)], [false, false])
  assert.deepEqual(processesOf(other.scratch), [])

  // Killed after the writing, and before the journal was gone.
  const written = readFileSync(other.out)
  writeFileSync(other.journal, last)
  assert.equal((await other.resume().ended).status, 0)
  assert.deepEqual([readFileSync(other.out), existsSync(other.journal)], [written, false])

  assert.equal((await reference).status, 0)
  assert.deepEqual(structureOf(other.out), structureOf(whole.out))
  assert.deepEqual(readResult(whole.out).resumed, [])
  assert.ok(readResult(other.out).resumed.length >= signs.length + 2)
})

test('while a run pauses nobody else goes on with it, and a change ends it', { skip, timeout }, async (t) => {
  const survivor = new Survivor(runDirectory(t))
  const run = survivor.begin('--pause', '8s')
  await until(() => survivor.isPausing)
  const file = join(survivor.scratch, 'servers/b/update-user.ts')
  writeFileSync(file, `${source}\n`)
  const other = await survivor.resume('--finish').ended
  assert.deepEqual([other.status, other.output, other.complaints.length], [2, [], 1])
  assert.match(other.complaints[0] ?? '', /result\.journal\.jsonl is of a run that still goes on \(pid \d+\)/)

  const { status, complaints } = await run.ended
  assert.deepEqual([status, complaints.length], [1, 1], complaints.join('\n'))
  assert.match(complaints[0] ?? '', /^ends after 2 rounds, since .* has changed in the pause: server b \(its files/)
  const left = [survivor.journal, `${survivor.journal}.lock`, survivor.out].map((path) => existsSync(path))
  assert.deepEqual([survivor.rounds, left], [2, [true, false, false]])
  writeFileSync(file, source)
  const finished = await survivor.resume('--finish').ended
  const { rounds, servers } = readResult(survivor.out)
  assert.equal(rounds.length, 2)
  // Whoever is kept from its CPU by others may have been refused.
  assert.equal(finished.status, servers.every(({ summary }) => summary) ? 0 : 1)
})
