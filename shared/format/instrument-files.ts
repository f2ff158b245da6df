/** Stores an instrument's files: sealed by a checksum, dated, written once, in the folder of the instrument's name. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { RUNTIMES } from './disclosure.ts'
import { Environment, Source } from './fields.ts'
import { dateInName, readSealed, type SealedKind, writeSealed } from './sealed-file.ts'
import { type Stored, storedFiles, withoutWithdrawn } from './stored-files.ts'

/** Fields of every instrument's file. */
const headOf = <M extends string, V extends number>(metric: M, version: V) => ({
  schemaVersion: z.literal(version),
  metric: z.literal(metric),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  environment: Environment,
  source: Source,
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

const NotInstalled = z.array(z.strictObject({ name: z.string(), install: z.string() }))

const Disqualified = z.string().nullable().describe('reason why it has no figures, in one line')

/** Fields of every server of a file. */
export const serverHead = {
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  refusal: Disqualified,
}

/**
 * Returns the schema of a file of servers in a scenario.
 * @param more additional fields
 */
export function serversFile<
  M extends string,
  V extends number,
  P extends z.ZodType,
  S extends z.ZodType,
  const X extends z.ZodRawShape,
>(metric: M, version: V, protocol: P, server: S, more: X) {
  const servers = z.array(server)
  return z.strictObject({
    ...{
      ...headOf(metric, version),
      scenario: z.string(),
      protocol,
      servers,
      notInstalled: NotInstalled,
    },
    ...more,
  })
}

export interface InstrumentFile {
  schemaVersion: number
  metric: string
  startedAt: string
  source: { clean: boolean | null }
  checksum: string
}

/** A file without its checksum. */
export type Unsealed<T extends InstrumentFile> = Omit<T, 'checksum'>

type Schema<T extends InstrumentFile> = z.ZodType<T> & {
  shape: { schemaVersion: { value: T['schemaVersion'] }; metric: { value: T['metric'] } }
}

interface Choice<T> {
  root?: string | undefined
  where?: (file: T) => boolean
  /** Number of servers or other items. */
  sizeOf?: (file: T) => number
}

export type InstrumentFiles<T extends InstrumentFile> = ReturnType<typeof instrumentFiles<T>>

/**
 * @param byScenario whether each scenario has its own folder
 * @param underLoad whether figures are under load, and so may be withdrawn
 */
export function instrumentFiles<T extends InstrumentFile>(
  schema: Schema<T>,
  {
    byScenario = false,
    underLoad = true,
    pack,
  }: { byScenario?: boolean; underLoad?: boolean } & Pick<SealedKind<T>, 'pack'> = {},
) {
  const { schemaVersion, metric } = schema.shape
  const folder = `results/${metric.value}`
  const kind: SealedKind<T> = {
    schema,
    command: metric.value,
    version: schemaVersion.value,
    ...(pack && { pack }),
  }
  /** @throws UsageError that names the file and the error */
  const read = (path: string) => readSealed(path, kind)
  /** Reads all stored files, or those of a scenario, the oldest first. @throws UsageError if a file is invalid */
  function stored(root = ROOT, scenario = ''): Stored<T>[] {
    return storedFiles(scenario === '' ? folder : `${folder}/${scenario}`, read, root)
  }
  /** Returns a file without withdrawn servers, if its figures are under load. */
  const usable = (file: T, root?: string) =>
    (byScenario && underLoad ? withoutWithdrawn(file as never, root) : file) as T & ServersOf
  const files = {
    /** Adds the fields that identify the kind of file. */
    complete: (contents: Omit<Unsealed<T>, 'schemaVersion' | 'metric'>) =>
      ({
        schemaVersion: schemaVersion.value,
        metric: metric.value,
        ...contents,
      }) as unknown as Unsealed<T>,
    /** Returns the default path of a file, with its date. */
    path: ({ scenario = '', startedAt }: Pick<T, 'startedAt'> & { scenario?: string }) =>
      join(ROOT, folder, byScenario ? scenario : '', `${dateInName(startedAt)}.json`),
    /** @throws if the contents violate the schema, or the file exists or cannot be written */
    write: (path: string, contents: Unsealed<T>) => writeSealed(path, contents, kind),
    read,
    stored,
    /**
     * Returns the newest of the clean files with most servers, for each scenario if scenarios have folders, without withdrawn
     * servers if figures are under load. The rule does not look at figures.
     * @throws UsageError if a file is invalid
     */
    mostComplete({
      root = ROOT,
      where = () => true,
      sizeOf = (file: T) => (file as unknown as ServersOf).servers.length,
    }: Choice<T> = {}): Stored<T>[] {
      const chosen = (all: readonly Stored<T>[]) => {
        const clean = all.filter(({ file }) => file.source.clean !== false && where(file))
        const most = Math.max(...clean.map(({ file }) => sizeOf(file)))
        return clean.filter(({ file }) => sizeOf(file) === most).slice(-1)
      }
      if (!byScenario) return chosen(stored(root))
      return [...scenarios.keys()].flatMap((scenario) =>
        chosen(stored(root, scenario)).map(({ file, path }) => ({
          file: usable(file, root),
          path,
        })),
      )
    },
    /**
     * Adds to the most complete files the servers of all clean files with the same protocol and runtimes: of a server that
     * several have, the newest figures. For figures that are the same on every machine.
     */
    pooled(choice: Choice<T> = {}): Stored<T>[] {
      return files.mostComplete(choice).map(({ file, path }) => {
        const { scenario = '', notInstalled } = file as unknown as ServersOf
        const alike = stored(choice.root, byScenario ? scenario : '').filter(
          (each) => each.file.source.clean !== false && isAlike(file, each.file),
        )
        const newest = new Map(
          alike.flatMap((each) => {
            const rows = Map.groupBy(usable(each.file, choice.root).servers, ({ name }) => name)
            return [...rows].map(([name, own]) => [name, { own, from: each.path }] as const)
          }),
        )
        const all = [...newest.values()]
        const servers = all.flatMap(({ own }) => own)
        const missing = notInstalled.filter(({ name }) => !newest.has(name))
        const others = [...new Set(all.map(({ from }) => from))].filter((from) => from !== path)
        return { file: { ...file, servers, notInstalled: missing }, path, others }
      })
    },
  }
  return files
}

interface ServersOf {
  scenario?: string
  protocol?: object
  environment: { runtimes: Readonly<Record<string, string>> }
  servers: readonly { name: string }[]
  notInstalled: readonly { name: string }[]
}

/** Seed, order and CPUs change no figure that is the same on every machine. A file names only the runtimes of its servers. */
function isAlike(one: InstrumentFile, other: InstrumentFile): boolean {
  const [first, second] = [one, other].map((file) => file as unknown as ServersOf) as [
    ServersOf,
    ServersOf,
  ]
  const protocolOf = ({ protocol }: ServersOf) => ({
    ...protocol,
    ...{ seed: 0, sideBySide: 0, polling: false },
  })
  const { runtimes } = first.environment
  return (
    isDeepStrictEqual(protocolOf(first), protocolOf(second)) &&
    Object.entries(second.environment.runtimes).every(
      ([name, version]) => (runtimes[name] ?? version) === version,
    )
  )
}
