/** Finds the instruments: each folder here with an `instrument.ts`, and the probes. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROBES } from '../../shared/probes/probes.ts'
import type { AnyInstrument } from './instrument.ts'
import { instrumentFor } from './probe.ts'
import { versionsView } from './versions/view.ts'

/** What pages of probes have beside tables and charts. */
const VIEWS: Readonly<Record<string, Partial<AnyInstrument>>> = { versions: versionsView }

const HERE = import.meta.dirname

/** Sorted alphabetically. */
const INSTRUMENT_NAMES: readonly string[] = [
  ...globSync('*/instrument.ts', { cwd: HERE }).map(dirname),
  ...PROBES.map(({ name }) => name),
].sort()

/** @throws Error if no folder has that name */
async function instrumentNamed(name: string): Promise<AnyInstrument> {
  const probe = PROBES.find((each) => each.name === name)
  if (probe) return { ...instrumentFor(probe), ...VIEWS[name] }
  const { default: found } = await import(pathToFileURL(join(HERE, name, 'instrument.ts')).href)
  if (found.name !== name)
    throw new Error(
      `charts/instruments/${name}: its instrument is named "${found.name}", unlike the folder`,
    )
  return found
}

export function allInstruments(): Promise<AnyInstrument[]> {
  return Promise.all(INSTRUMENT_NAMES.map(instrumentNamed))
}

/** The instrument whose file this is; undefined where it is none: then the reader of results says what is wrong. */
export async function instrumentOf(path: string): Promise<AnyInstrument | undefined> {
  let name: string | undefined
  try {
    const { probe, metric = probe } = JSON.parse(readFileSync(path, 'utf8'))
    name = metric
  } catch {}
  return name !== undefined && INSTRUMENT_NAMES.includes(name) ? instrumentNamed(name) : undefined
}
