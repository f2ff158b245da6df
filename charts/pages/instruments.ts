/** The instruments besides requests/s: each has stored results, and a page with charts made from them. */

import { ROOT } from '../../shared/basics/root.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Stored } from '../../shared/results/stored-files.ts'
import { allInstruments } from '../instruments/catalogue.ts'
import { type AnyInstrument, instrumentFiles, panelsOf } from '../instruments/instrument.ts'
import { profilesToCompare } from '../instruments/profile/format.ts'
import { WHY_SERVERS, whyPages } from '../instruments/profile/why.ts'
import type { Panel } from '../report/data.ts'
import { MACHINES_PATH, pagePath, WHY_PATH } from '../text/paths.ts'
import { machinesPages } from './machines.ts'
import type { Instrument, InstrumentPages } from './pages.ts'
import { withCaveats } from './table.ts'

interface Source extends Omit<Instrument, 'regions' | 'remarks'> {
  /**
   * Reads what is stored, and makes the page and the charts of it; nothing where nothing is stored.
   * @param published runs, which say what the same servers cost without the instrument
   */
  files(published: readonly Published[]): Promise<ReadonlyMap<string, string>>
  /** It measures servers as they handle requests, so that withdrawn ones are missing, and caveats of runs apply. */
  ofRequests?: true
}

/** In the order of the index. */
const INSTRUMENTS: readonly Source[] = [
  {
    path: MACHINES_PATH,
    title: 'From machine to machine',
    sentence: 'each machine held out, and what the others let expect of it',
    files: async (published) => machinesPages(published),
  },
  {
    path: WHY_PATH,
    ofRequests: true,
    title: 'Why is X faster than Y',
    sentence: 'frameworks against bare `node:http`, part by part',
    files: async (published) => whyPages(profilesToCompare(WHY_SERVERS), published),
  },
]

/** An instrument with its published files. */
export interface StoredInstrument {
  instrument: AnyInstrument
  // biome-ignore lint/suspicious/noExplicitAny: each instrument reads its own files
  stored: readonly Stored<any>[]
}

/** Reads what is published of each instrument. @throws UsageError where a stored result is broken */
export async function storedInstruments(root = ROOT): Promise<StoredInstrument[]> {
  return (await allInstruments()).map((instrument) => ({
    instrument,
    stored: instrument.published?.(root) ?? instrument.store.fittest({ root }),
  }))
}

/** The pages of those instruments that have results, in the order of their titles. */
export async function instrumentPages(
  published: readonly Published[],
  instruments: readonly StoredInstrument[],
): Promise<InstrumentPages[]> {
  const own = instruments.map(async ({ instrument, stored }) => ({
    path: pagePath(instrument.name),
    title: instrument.title,
    sentence: instrument.sentence,
    regions: instrument.regions?.(stored, published) ?? {},
    remarks: instrument.remarks?.(stored) ?? {},
    files: await instrumentFiles(instrument, stored, published),
  }))
  const others = INSTRUMENTS.map(async ({ files, ofRequests, ...instrument }) => {
    const made = await files(published)
    const page = made.get(instrument.path)
    const isShort = ofRequests && page !== undefined
    return {
      ...instrument,
      regions: {},
      remarks: {},
      files: isShort ? new Map([...made, [instrument.path, withCaveats(page, published)]]) : made,
    }
  })
  const pages = await Promise.all([...others, ...own])
  return pages.filter(({ files }) => files.size > 0).sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** Returns each instrument's panel on a server in the report of a scenario. */
export function panelsIn(instruments: readonly StoredInstrument[], scenario: string, server: string): Panel[] {
  return instruments.flatMap(({ instrument, stored }) => {
    const own = stored.filter(({ file }) => (file.scenario ?? scenario) === scenario)
    // Figures of a second file, such as a soak, would stand under the same title.
    return (instrument.panels ? own : own.slice(0, 1)).flatMap(({ file }) => panelsOf(instrument, file, server))
  })
}
