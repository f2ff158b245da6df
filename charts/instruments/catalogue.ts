/** Finds the instruments that are no probes yet: each folder here with an `instrument.ts`. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readUnchecked } from '../../shared/format/sealed-file.ts'
import type { AnyInstrument } from './instrument.ts'

const HERE = import.meta.dirname

/** Sorted alphabetically. */
const INSTRUMENT_NAMES: readonly string[] = globSync('*/instrument.ts', { cwd: HERE })
  .map(dirname)
  .sort()

async function instrumentNamed(name: string): Promise<AnyInstrument> {
  const { default: found } = await import(pathToFileURL(join(HERE, name, 'instrument.ts')).href)
  return found
}

export function allInstruments(): Promise<AnyInstrument[]> {
  return Promise.all(INSTRUMENT_NAMES.map(instrumentNamed))
}

/** The instrument whose file this is; undefined where it is none. @throws UsageError if it is no result */
export async function instrumentOf(path: string): Promise<AnyInstrument | undefined> {
  const { command } = readUnchecked(path)
  return INSTRUMENT_NAMES.includes(command) ? instrumentNamed(command) : undefined
}
