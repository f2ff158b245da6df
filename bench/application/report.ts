/** What is done with a result: its table is shown, it is written, its journal goes, and it is published. */
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import { writeResult } from '../../shared/result/file.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { widerThan } from '../measure/goal.ts'
import { LEAST_ROUNDS_UNTIL } from '../measure/protocol.ts'
import { terminalTable } from '../terminal/table.ts'
import { resultIsWritten } from './interruption.ts'
import type { Journal } from './journal.ts'
import { publishRun } from './publish-run.ts'

export interface Outcome {
  /** The exit status. */
  status: number
  /** Where the result is. */
  path: string
}

interface Order {
  path: string
  publish: boolean
  /** Whether somebody chose the servers. */
  isChoice: boolean
  /** That it took. */
  seconds: number
}

export async function report(result: UnsealedResult, order: Order, journal: Journal): Promise<Outcome> {
  console.log(`\n${terminalTable(result)}\n`)
  const { path, saved } = save(order.path, result, journal)
  resultIsWritten(relative('', path))
  journal.remove()
  const missed = missedGoal(result)
  if (missed) console.log(missed)
  console.log(`took ${duration(order.seconds)}, written to ${relative('', path)}`)
  return { status: await publishIfAsked(result, { ...order, path }, saved), path }
}

/** @returns the exit status */
export async function publishIfAsked(
  result: UnsealedResult,
  { path, publish, isChoice }: Pick<Order, 'path' | 'publish' | 'isChoice'>,
  saved: boolean,
): Promise<number> {
  const measured = result.servers.some(({ summary }) => summary)
  if (saved && measured && publish) console.log(await publishRun(path, result, isChoice))
  return saved && result.servers.every(({ summary }) => summary) && !missedGoal(result) ? 0 : 1
}

/** What `--until` asked for and did not get, in one line; `null` where it got it, or asked for nothing. */
export function missedGoal({ length, rounds, servers, copy }: UnsealedResult): string | null {
  const asked = length?.until?.halfWidth
  if (asked === undefined) return null
  const all = copy ? [...servers, copy] : servers
  const goal = `--until ${percent(asked)} is not reached`
  const mend = 'a longer --max-time adds rounds'
  // Of so few rounds narrow intervals are luck.
  if (rounds.length < LEAST_ROUNDS_UNTIL && all.some(({ summary }) => summary?.ratioToBaseline)) {
    return `${goal}: only ${plural(rounds.length, 'round')}; --until judges from ${LEAST_ROUNDS_UNTIL} on; ${mend}`
  }
  const wide = widerThan(
    asked,
    all.map(({ name, summary }) => [name, summary] as const),
  )
  const [widest] = wide
  if (!widest) return null
  const width = Number.isFinite(widest.halfWidth) ? `±${percent(widest.halfWidth)}` : 'one round has no interval'
  return `${goal}: ${wide.length} of ${plural(all.length, 'server')} wider, ${widest.name} most (${width}); ${mend}`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`
}

/** Writes the result, and where that fails keeps it in the temporary directory: a run is not lost to a full disk. */
function save(path: string, result: UnsealedResult, journal: Journal): { path: string; saved: boolean } {
  try {
    writeResult(path, result)
    return { path, saved: true }
  } catch (error) {
    const refuge = join(tmpdir(), basename(path))
    try {
      writeResult(refuge, result)
    } catch {
      throw new Error(
        `can't write ${path}: ${messageOf(error)}; ${relative('', journal.path)} has the rounds, to be resumed`,
      )
    }
    console.error(`can't write ${path}: ${messageOf(error)}; the result is in ${refuge}: publish it from there`)
    return { path: refuge, saved: false }
  }
}
