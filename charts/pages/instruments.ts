/** Pages of instruments, and of comparisons across stored results. */

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
import { type Instrument, type InstrumentPages, nodesOf } from './pages.ts'
import { withCaveats } from './table.ts'

interface Source extends Omit<Instrument, 'regions' | 'remarks'> {
  /**
   * Makes the page and its charts, contents by path; empty if nothing is stored.
   * @param published runs, for figures without the instrument
   */
  files(published: readonly Published[]): Promise<ReadonlyMap<string, string>>
  /** Set if it measures servers under requests: its page then names withdrawn servers, and caveats of runs. */
  ofRequests?: true
}

/** In the order of the index. */
const INSTRUMENTS: readonly Source[] = [
  {
    path: MACHINES_PATH,
    title: 'Differences between machines',
    sentence: 'each machine held out, and predicted from the others',
    files: async (published) => machinesPages(published),
  },
  {
    path: WHY_PATH,
    ofRequests: true,
    title: 'Why is X faster than Y',
    sentence: 'frameworks compared with bare `node:http`, part by part',
    files: async (published) => whyPages(profilesToCompare(WHY_SERVERS), published),
  },
]

/** An instrument with its published files. */
export interface StoredInstrument {
  instrument: AnyInstrument
  // biome-ignore lint/suspicious/noExplicitAny: each instrument reads its own files
  stored: readonly Stored<any>[]
}

/** Reads each instrument's published files. @throws UsageError if a file is invalid */
export async function storedInstruments(root = ROOT): Promise<StoredInstrument[]> {
  return (await allInstruments()).map((instrument) => ({
    instrument,
    stored: instrument.published?.(root) ?? instrument.store.fittest({ root }),
  }))
}

/** Returns the pages of all instruments that have results, sorted by title. */
export async function instrumentPages(
  published: readonly Published[],
  instruments: readonly StoredInstrument[],
): Promise<InstrumentPages[]> {
  const own = instruments.map(async ({ instrument, stored }) => ({
    path: pagePath(instrument.name),
    title: instrument.title,
    sentence: instrument.sentence,
    nodes: nodesOf(stored.map(({ file }) => file)),
    regions: instrument.regions?.(stored, published) ?? {},
    remarks: instrument.remarks?.(stored) ?? {},
    files: await instrumentFiles(instrument, stored, published),
  }))
  const profiled = nodesOf(profilesToCompare(WHY_SERVERS).map(({ file }) => file))
  const others = INSTRUMENTS.map(async ({ files, ofRequests, ...instrument }) => {
    const made = await files(published)
    const page = made.get(instrument.path)
    const isShort = ofRequests && page !== undefined
    return {
      ...instrument,
      ...(instrument.path === WHY_PATH && { nodes: profiled }),
      regions: {},
      remarks: {},
      files: isShort ? new Map([...made, [instrument.path, withCaveats(page, published)]]) : made,
    }
  })
  const pages = await Promise.all([...others, ...own])
  return pages.filter(({ files }) => files.size > 0).sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** Returns the panels on a server in the report of a scenario. */
export function panelsIn(instruments: readonly StoredInstrument[], scenario: string, server: string): Panel[] {
  return instruments.flatMap(({ instrument, stored }) => {
    const own = stored.filter(({ file }) => (file.scenario ?? scenario) === scenario)
    // A second file, such as a soak, would repeat the title.
    return (instrument.panels ? own : own.slice(0, 1)).flatMap(({ file }) => panelsOf(instrument, file, server))
  })
}
