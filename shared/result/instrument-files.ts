/** The files of an instrument: sealed, dated, in a folder of their own. */
import { join } from 'node:path'
import { UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { dateInName, readJson, type SealedKind, unseal, writeSealed } from './sealed-file.ts'

/** What stands at the head of each. */
interface Head {
  metric: string
  scenario?: string
  startedAt: string
  checksum: string
}

interface InstrumentKind<T extends Head> extends SealedKind<T> {
  metric: T['metric']
  /** From the repository's root. */
  folder: string
  /** Whether each scenario has a folder in it. */
  byScenario: boolean
  /** The command that makes them, as it is typed behind `npm run bench --`. */
  maker: string
}

interface InstrumentFiles<T extends Head> {
  /** Where a file goes unless somebody chooses another place: dated, so that no two collide. */
  path(head: Pick<T, 'startedAt'> & { scenario?: string }): string
  /** @throws where the contents break their own schema, or the file is there already or can't be written */
  write(path: string, contents: Omit<T, 'checksum'>): void
  /** @throws UsageError that names the file and what is wrong with it */
  read(path: string): T
}

export function instrumentFiles<T extends Head>(kind: InstrumentKind<T>): InstrumentFiles<T> {
  const { folder, byScenario, maker, metric, isNone } = kind
  return {
    path({ scenario = '', startedAt }) {
      return join(ROOT, folder, byScenario ? scenario : '', `${dateInName(startedAt)}.json`)
    },
    write: (path, contents) => writeSealed(path, contents, kind),
    read(path) {
      const json = readJson(path, kind)
      if ((json as { metric?: unknown } | null)?.metric !== metric) {
        throw new UsageError(`${path} ${isNone}: npm run bench -- ${maker} makes one`)
      }
      return unseal(path, json, kind)
    },
  }
}
