/** What every instrument's command does around its measuring: reserves the machine, describes it, shows what came out, writes and publishes it. */
import { relative } from 'node:path'
import { duration } from '../../shared/basics/text.ts'
import type { InstrumentFile, InstrumentFiles, Unsealed } from '../../shared/result/instrument-files.ts'
import type { MissingServer } from '../contenders/servers.ts'
import { type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

type Missing = Pick<MissingServer, 'name' | 'install'>

interface Order<T extends InstrumentFile> {
  store: InstrumentFiles<T>
  /** Name of the scenario, where its files lie in a folder of their own. */
  scenario?: string
  /** Where somebody wants the file: then it is not published. */
  out: string | undefined
  /** Bytes that the file and what is written beside it do not exceed. */
  size?: number
  /** What must not be there yet besides. */
  besides?(path: string): string[]
  /** Of a share of the servers, say: the default place, and whether it is published. */
  place?(path: string): string
  publish?: boolean
  /** False where nothing depends on time: then the machine is not reserved, and this process keeps its CPU. */
  timed?: boolean
}

/** What is told before anything is measured. */
interface Opening {
  lines: readonly string[]
  notInstalled: readonly Missing[]
  pinning: Pinning
  runtimes: readonly Runtime[]
  /** Of the program that loads, counts or times. */
  tool: string
}

type Begin = (opening: Opening) => Promise<void>

/** What the host of the instruments adds to a file by itself. */
type Added =
  | 'schemaVersion'
  | 'metric'
  | 'startedAt'
  | 'finishedAt'
  | 'environment'
  | 'source'
  | 'notInstalled'
  | 'checksum'

interface Outcome<T extends InstrumentFile> {
  contents: Omit<T, Added>
  table(file: Unsealed<T>): string
  /** Writes what belongs to the file, before it. */
  writeBeside?(path: string): void
  /** Whether something that was asked for has no figures. */
  failed: boolean
}

/**
 * Runs an instrument from start to end.
 * @param measure calls `begin` once everything is known that its opening lines tell, and measures then
 * @returns the exit status
 */
export async function runInstrument<T extends InstrumentFile>(
  order: Order<T>,
  measure: (begin: Begin) => Promise<Outcome<T>>,
): Promise<number> {
  const { store, scenario, out, size, besides, place, publish = true, timed = true } = order
  if (timed) await lockMachine(say)
  const startedAt = new Date().toISOString()
  const usual = store.path({ startedAt, ...(scenario !== undefined && { scenario }) } as Parameters<
    typeof store.path
  >[0])
  const path = out ?? place?.(usual) ?? usual
  try {
    assertFree(path, size, besides?.(path))
    let begun: object | undefined
    const { contents, table, writeBeside, failed } = await measure(async (opening) => {
      begun = await describe(opening, timed)
    })
    if (!begun) throw new Error('the instrument measured before it began')
    const finishedAt = new Date().toISOString()
    const file = store.complete({ startedAt, finishedAt, ...begun, ...contents } as unknown as Parameters<
      typeof store.complete
    >[0])
    say(`\n${table(file)}\n`)
    writeBeside?.(path)
    store.write(path, file)
    sayWritten(path, startedAt, finishedAt)
    if (out === undefined && publish) await publishPages()
    return failed ? 1 : 0
  } finally {
    unlockMachine()
  }
}

/** Says how long a measurement took, and where its file is. */
function sayWritten(path: string, startedAt: string, finishedAt: string): void {
  const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  say(`took ${duration(took)}, written to ${relative('', path)}`)
}

async function describe({ lines, notInstalled, pinning, runtimes, tool }: Opening, timed: boolean) {
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  for (const line of lines) say(line)
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
  const source = describeSource()
  const environment = describeEnvironment(pinning, runtimes, tool)
  if (timed) pinSelf(pinning.generator)
  return { environment, source, notInstalled: notInstalled.map(({ name, install }) => ({ name, install })) }
}
