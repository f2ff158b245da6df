/** An instrument besides requests/s: its page, and what it tells. */
export interface Instrument {
  /** Of its page, from the repository's root. */
  path: string
  title: string
  /** What it tells, as the index says it behind its title. */
  sentence: string
  /** README's regions that it fills, where README holds their markers. */
  regions?: Readonly<Record<string, string>>
}

/** What it adds to a publication. */
export interface InstrumentPages extends Instrument {
  /** Its page and its charts: contents by path from the repository's root. */
  files: ReadonlyMap<string, string>
}
