/** Instruments of servers' and validation libraries' folders, which take part by the files that they have. */

import type { Instrument } from '../../charts/instruments/instrument.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { InstrumentFile } from '../../shared/format/instrument-files.ts'
import type { Row } from '../../shared/probes/column.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { out } from '../cli/options.ts'
import { serverOptions } from '../cli/server-options.ts'
import { type Counter, counterOrNone } from '../counters/counter.ts'
import { lanesFor } from '../counters/lanes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type ServerFolder,
  scenarioSource,
} from '../folders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { type Added, instrumentCommand } from '../measure/command.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import type { Measurable } from './processes.ts'

/** A folder with one of its files as entry. */
type Subject<K extends string = string> = Measurable & { kind: K }

/** What was found and prepared. */
interface Prepared<K extends string, S, T> {
  subjects: readonly Subject<K>[]
  values: Values<S>
  tool: T
  /** Null where nothing is counted. */
  counter: Counter | null
  /** CPUs of each concurrent process. */
  lanes: readonly (number[] | null)[]
}

interface OfFolders<
  F extends InstrumentFile,
  R extends Row,
  S extends Settings,
  K extends string,
  T,
> {
  shows: Instrument<F, R>
  description: string
  /** With `counts` among them, a counter is prepared. Options for folders and the file are added. */
  options: S
  /** The file of each kind of subject; a folder is one of each kind whose file it has. */
  files: Readonly<Record<K, string>>
  /** Prepares the measuring program. `version` defaults to that of the counter. */
  prepare?(): Promise<T & { version?: string }>
  /** Returns whether a folder that has the file takes part; default: yes. */
  fits?(folder: ServerFolder, kind: K, tool: T): boolean
  /** Returns what is measured of a subject; default: itself. */
  expand?(subject: Subject<K>): Subject<K>[]
  measure(prepared: Prepared<K, S, T>): Promise<Omit<F, Added>>
  failed?(contents: Omit<F, Added>): boolean
}

/** Returns the command of an instrument that measures no time. */
export function foldersCommand<
  F extends InstrumentFile,
  R extends Row,
  const S extends Settings,
  K extends string,
  T = object,
>(definition: OfFolders<F, R, S, K, T>): AddCommand {
  const {
    shows,
    description,
    options,
    files,
    fits = () => true,
    expand = (subject) => [subject],
    failed,
  } = definition
  return instrumentCommand({
    ...{ shows, description, timed: false },
    options: {
      ...options,
      ...{
        out: out(shows.name),
        servers: serverOptions.servers,
        serversDir: serverOptions.serversDir,
      },
    },
    async plan(given) {
      const values = given as Values<S> & {
        servers?: string[]
        serversDir: string[]
        counts?: boolean
      }
      const tool = (await definition.prepare?.()) ?? ({} as T & { version?: string })
      const { servers: names, serversDir } = values
      const folders = findServerFolders([SERVERS_DIR, `${ROOT}/validators`, ...serversDir])
      const { subjects, notInstalled } = subjectsOf<K>({
        ...{ files, folders, names, expand },
        fits: (folder, kind) => fits(folder, kind, tool),
      })
      const counter = await counterFor(values.counts)
      // Nothing is timed: processes may share a CPU.
      const { pinning, lanes } = lanesFor(detectPinning())
      return {
        notInstalled,
        pinning,
        runtimes: runtimesOf(subjects),
        tool: tool.version ?? counter?.version ?? 'none',
        ...(failed && { failed }),
        measure: () => definition.measure({ subjects, values, tool, counter, lanes }),
      }
    },
  })
}

interface Choice<K extends string> {
  files: Readonly<Record<K, string>>
  folders: readonly ServerFolder[]
  names?: readonly string[] | undefined
  fits(folder: ServerFolder, kind: K): boolean
  expand(subject: Subject<K>): Subject<K>[]
}

/** Returns the subjects of all kinds, and once each folder that lacks packages. @throws UsageError for a name that has none of the files */
export function subjectsOf<K extends string>({ files, folders, names, fits, expand }: Choice<K>) {
  const kinds = Object.keys(files) as K[]
  const takesPart = (folder: ServerFolder, kind: K) =>
    scenarioSource(folder, files[kind]) !== undefined && fits(folder, kind)
  const all = folders.filter((folder) => kinds.some((kind) => takesPart(folder, kind)))
  const chosen = chooseServers(all, names)
  const found = kinds.map((kind) => {
    const own = chosen.filter((folder) => takesPart(folder, kind))
    const { installed, notInstalled } = discoverServers(own, files[kind])
    return { subjects: installed.flatMap((server) => expand({ ...server, kind })), notInstalled }
  })
  const missing = new Map(
    found.flatMap(({ notInstalled }) => notInstalled.map((each) => [each.name, each])),
  )
  return { subjects: found.flatMap((each) => each.subjects), notInstalled: [...missing.values()] }
}

async function counterFor(counts = false): Promise<Counter | null> {
  const { counter, notCounted } = await counterOrNone(counts)
  if (counts && notCounted !== null) say(`no instructions are counted: ${notCounted}`)
  return counter
}
