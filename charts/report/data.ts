/**
 * Data of the report, made from stored results. The page calculates only ratios of two servers, from a table of all pairs
 * (`pairs.ts`).
 */
import type { Costs } from '../../shared/stats/cost.ts'
import type { PairTable } from './pairs.ts'

/** A value, the ends of its 95% interval, if known, and marks of caveats. */
export type Figure = [value: number, low: number | null, high: number | null, marks?: string]

export interface ReportData {
  /** All published scenarios. */
  scenarios: ScenarioData[]
  /** Servers of all scenarios, in the order of the first scenario that has them. */
  servers: ListedServer[]
  /** Columns beside the scenarios, by index in `ListedServer.properties`. */
  properties: string[]
  /** CPU time per request against the rate, by scenario. */
  costs: Record<string, Costs>
  /** Where frameworks with zod were measured together; a run if not all are in the published figures. */
  withZod?: { scenario: string; run?: string } | undefined
  /** Heads of instruments' panels, which servers share. */
  heads: PanelHead[]
  /** Texts that several servers share, referred to by index. */
  texts: string[]
  /** Caveats by kind. */
  caveats: Record<string, { mark: string; meaning: string }>
}

/** A framework has a router, or is a layer of its own. Validators and serializers are on a runtime's own server, which alone is `bare`. */
export type Kind = 'framework' | 'validator' | 'serializer' | 'bare'

/** A server, whatever the scenario. */
export interface ListedServer {
  /** Folder. */
  name: string
  displayName: string
  runtime: string
  kind: Kind
  /** Whether it accepts invalid data in any scenario. */
  isUnranked: boolean
  /** Start of the folder's name, which servers of one framework share. */
  family: string
  validator: string
  /** Null where unknown. */
  properties: (Figure | string | null)[]
  /** Figures of instruments, by `update-user` where they are of a scenario. */
  panels: PlacedPanel[]
  /** Lists of what else was found, such as violations of invariants, with their pages from the repository's root. */
  found: [title: string, items: string[], page: string][]
}

/** A scenario: its pooled runs, and each of them. */
export interface ScenarioData extends Measured {
  name: string
  title: string
  /** A server's work per request, as the end of a sentence. */
  description: string
  /** Whether its only machine failed the health check. */
  isProvisional: boolean
  /** `POST /updateUser`. */
  route: string
  /** Folder of the default reference. */
  baseline: string
  /** Single runs, the newest first; empty if there is one. */
  runs: RunData[]
}

/** One run, on one machine. Its servers lack properties that are the same in the scenario's. */
export interface RunData extends Omit<Measured, 'servers'> {
  /** Name of its file, without extension. */
  name: string
  /** Date, machine and number of servers. */
  title: string
  servers: (Partial<ServerData> & Pick<ServerData, 'name'>)[]
}

/** Figures of pooled runs or of one. */
export interface Measured {
  /** Paths of the runs from the repository's root, the newest first. */
  files: string[]
  /** `3 runs on 2 machines, from 2026-12-01 to 2026-12-03`. */
  measured: string
  /** Conditions of the runs, one paragraph each. */
  conditions: string[]
  columns: ColumnData[]
  /** Measured servers: the ranked ones, the fastest first, then the others. */
  servers: ServerData[]
  /** Ratios of requests/s, by index in `servers`. */
  pairs: PairTable
  refused: { name: string; reason: string }[]
}

/** A column of figures. */
export interface ColumnData {
  key: string
  /** With its unit: `peak, MB`. */
  title: string
  digits: number
  /** Undefined if neither is. */
  better?: 'higher' | 'lower' | undefined
  /** Whether its interval is for a new machine, where all servers change together; bars do not show it. */
  variesByMachine?: boolean
  /** Whether only details show it. */
  isDetail?: boolean
  /** Whether it is a 95% prediction interval of the ratio to the baseline, shown instead of the value. */
  isPrediction?: boolean
}

interface CaveatData {
  kind: string
  /** Number of trials with the caveat, of `of`. */
  trials: number
  of: number
  /** Message of the first. */
  message: string
}

export interface PanelHead {
  title: string
  columns: string[]
  /** Where and when its figures were measured, which is apart from the scenario's runs. */
  measured: string
}

/** By column; empty strings where a figure is unknown. */
type PanelRows = (Figure | string)[][]

/** With an index in `heads`. */
export type PlacedPanel = [head: number, rows: PanelRows]

/** An instrument's figures of a server. */
export interface Panel extends PanelHead {
  rows: PanelRows
}

export interface ServerData {
  /** Folder. */
  name: string
  displayName: string
  runtime: string
  /** The validator; empty where nothing is validated. */
  validation: string
  /** Whether it accepts invalid data. */
  isUnranked: boolean
  /** `3` or `3–6`; empty if it is unranked. */
  ranks: string
  /** Whether it is the fastest of the ranked servers, or does not differ significantly from that one. */
  mayBeFastest: boolean
  /** By column; null if unknown. */
  figures: (Figure | string | null)[]
  /** Marks of caveats. */
  marks: string
  caveats: CaveatData[]
  /** Properties: indices in `texts` of names and values. */
  facts: [name: number, value: number][]
  /** Index in `texts`; of an empty text where nothing is validated, since it describes the validation. */
  description: number
  /** Notes and deviations: indices in `texts`. */
  remarks: number[]
  /** `name@version` of its folder's dependencies. */
  packages: string[]
  /** Whether the npm registry has them. */
  inRegistry: boolean
  /** Behaviour where the contract leaves it open: indices in `texts` of what was sent and the outcome. */
  behaviours: [sent: number, outcome: number][]
  /** Figures of instruments in this scenario, instead of those of the listed server. */
  panels: PlacedPanel[]
}

/** Returns a run with all properties of its servers. */
export function measuredIn(
  scenario: ScenarioData,
  { name: _, title: __, servers, ...run }: RunData,
): Measured {
  const usual = new Map(scenario.servers.map((server) => [server.name, server]))
  return {
    ...run,
    servers: servers.map((server) => ({ ...usual.get(server.name), ...server }) as ServerData),
  }
}

/** Returns a server's figure in a column; undefined if unknown. */
export function figureIn(
  { columns, servers }: Pick<Measured, 'columns' | 'servers'>,
  key: string,
  place: number,
): Figure | undefined {
  const figure = servers[place]?.figures[columns.findIndex((column) => column.key === key)]
  return typeof figure === 'string' || !figure ? undefined : figure
}
