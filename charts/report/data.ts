/**
 * What the report holds, as its page reads it: all of it follows from stored results, and no figure is made in the page but
 * the ratio of two servers, which `pairs.ts` reads off a table of all pairs. Figures have as many digits as tell them apart.
 */
import type { PairTable } from './pairs.ts'

/** A value, and the ends of its 95% interval where one is known. */
export type Figure = [value: number, low: number | null, high: number | null]

/** Something that has a name and a figure: a part of a cost, a package. */
export interface Part {
  name: string
  figure: Figure
}

export interface ReportData {
  /** In the order of the scenarios: each that is published. */
  scenarios: ScenarioData[]
  /** What several servers have in common to show, referred to by its place. */
  texts: string[]
  /** What verdicts mean, by kind. */
  verdicts: Record<string, { mark: string; meaning: string }>
}

/** The pooled runs of a scenario. */
export interface ScenarioData {
  name: string
  title: string
  /** What a server does on each request, as the end of a sentence. */
  description: string
  /** `POST /updateUser`. */
  route: string
  /** Folder of the server that others are compared with by default. */
  baseline: string
  /** Of the runs, from the repository's root, the newest first. */
  files: string[]
  /** `3 runs on 2 machines, from 2026-12-01 to 2026-12-03`. */
  measured: string
  /** How it was made, in words, a paragraph each. */
  conditions: string[]
  /** What is said once since most servers have it. */
  common: string[]
  /** Those with a number, the fastest first; whatever else is by server is in their order. */
  servers: ServerData[]
  refused: { name: string; reason: string }[]
  load: LoadData
  /** Null where nothing was counted. */
  instructions: InstructionsData | null
}

/** A column of figures. */
interface LoadColumn {
  key: string
  title: string
  digits: number
  /** Undefined where a figure is not compared between servers; such columns are in details alone. */
  better?: 'higher' | 'lower' | undefined
}

export interface LoadData {
  columns: LoadColumn[]
  /** By server. */
  servers: LoadFigures[]
  /** Requests/s of a server over another's. */
  pairs: PairTable
}

export interface LoadFigures {
  /** `3` or `3–6`. */
  ranks: string
  /** Where its ratio to the baseline is expected on another machine; null for the baseline. */
  elsewhere: [low: number, high: number] | null
  /** Whether no server is faster: the fastest one is among these in at least 95% of runs. */
  mayBeFastest: boolean
  /** By column; null where it is not known. */
  figures: (Figure | string | null)[]
  /** Marks of what is held against the number. */
  marks: string
  verdicts: VerdictData[]
}

interface VerdictData {
  kind: string
  /** In how many trials, of how many. */
  trials: number
  of: number
  /** Of the first. */
  message: string
}

/** What an instrument says of a server. */
export type Panel = { title: string } & (
  | { figures: [name: string, figure: Figure | string][] }
  | {
      /** Said above the parts. */
      text: string
      /** Of a part. */
      noun: string
      unit: string
      /** Drawn as bars, all to one scale. */
      parts: Part[]
    }
  | {
      columns: string[]
      /** One may be shorter than the columns. */
      rows: (Figure | string)[][]
    }
)

export interface ServerData {
  /** Folder. */
  name: string
  displayName: string
  runtime: string
  /** Who validates, in a word or two. */
  validation: string
  /** What it is: places in `texts` of a name and a value each. */
  facts: [name: number, value: number][]
  description: string
  /** What else must be known of it, deviations among it: places in `texts`. */
  remarks: number[]
  /** `name@version` of its folder's dependencies. */
  packages: string[]
  /** What it does where the contract leaves it open: places in `texts` of the question and the answer. */
  behaviours: [question: number, answer: number][]
  /** Figures by instruments. */
  panels: Panel[]
}

export interface InstructionsData {
  /** Of the file, from the repository's root. */
  file: string
  /** How it was counted, in words. */
  conditions: string
  /** By server; null where it was not counted. */
  servers: (CountFigures | null)[]
  /** Instructions a request of a server over another's. */
  pairs: PairTable
}

export interface CountFigures {
  /** Instructions a request of the thread that runs the JavaScript. */
  javascript: Figure
  /** The same of all other threads. */
  others: number
  marks: string
}

/** A server's figure of a column; undefined where it is not known. */
export function loadFigure({ columns, servers }: LoadData, key: string, place: number): Figure | undefined {
  const figure = servers[place]?.figures[columns.findIndex((column) => column.key === key)]
  return typeof figure === 'string' || !figure ? undefined : figure
}
