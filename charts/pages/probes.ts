/** Pages of all measurements beside runs, and what the report takes of them. */
import { ROOT } from '../../shared/basics/root.ts'
import { type Column, titleText } from '../../shared/probe/column.ts'
import {
  type Contents,
  type Probe,
  rowsOf,
  type StoredMeasurement,
  type SubjectRow,
} from '../../shared/probe/probe.ts'
import { publishedMeasurements } from '../../shared/probe/store.ts'
import { PROBES } from '../../shared/probes/probes.ts'
import { run } from '../../shared/probes/run.ts'
import { validators } from '../../shared/probes/validators.ts'
import type { Published } from '../../shared/results/published.ts'
import { claimsPicture, claimsRegions, readReruns } from '../articles/claims.ts'
import { settingsText } from '../articles/their-settings.ts'
import { pagePath } from '../text/paths.ts'
import { bundleAdditions, edgeAdditions } from './imports.ts'
import type { ListedPage } from './index-page.ts'
import { matterText } from './matter.ts'
import { type Additions, probeFiles, probeRegions } from './probe-page.ts'
import { versionsAdditions } from './versions.ts'

/** A probe with its published files. */
export interface StoredProbe {
  probe: Probe
  stored: readonly StoredMeasurement[]
}

/** A page of measurements, with what the report takes of them. */
export interface MeasuredPage extends ListedPage {
  /** Names of its servers. */
  servers: readonly string[]
  /** Columns beside ratios. */
  columns: readonly Column<SubjectRow, Contents>[]
}

/** By name of the probe. */
const ADDITIONS: Readonly<Record<string, Additions>> = {
  bundle: bundleAdditions,
  edge: edgeAdditions,
  generators: {
    regions: (stored, published) => ({
      'their-settings': settingsText(stored, published),
      ...claimsRegions(readReruns(), published),
    }),
    articlePictures(_, published) {
      const reruns = readReruns()
      return reruns ? [claimsPicture(reruns, published)] : []
    },
  },
  latency: { regions: (stored, published) => ({ matter: matterText(published, stored) }) },
  // Instructions first.
  validators: { sortBy: (file) => `${validators.kindOf?.(file)}` },
  versions: versionsAdditions,
}

/** Reads the published files of all probes. @throws UsageError if a file is invalid */
export function storedProbes(root = ROOT): StoredProbe[] {
  // A run's pages are those of scenarios.
  return PROBES.filter((probe) => probe !== run).map((probe) => {
    const stored = publishedMeasurements(probe, root)
    const sortBy = ADDITIONS[probe.name]?.sortBy
    if (sortBy) stored.sort((a, b) => (sortBy(a.file) < sortBy(b.file) ? -1 : 1))
    return { probe, stored }
  })
}

export function probePage(
  { probe, stored }: StoredProbe,
  published: readonly Published[],
): MeasuredPage {
  const { name, title, sentence } = probe
  const additions = ADDITIONS[name]
  return {
    path: pagePath(name),
    title,
    sentence,
    regions: probeRegions(probe, stored, published, additions),
    files: probeFiles(probe, stored, published, additions),
    servers: stored.flatMap(({ file }) => [
      ...rowsOf(probe, file).map((row) => row.name),
      ...(typeof file.protocol.server === 'string' ? [file.protocol.server] : []),
    ]),
    columns: overviewColumns(stored, probe.overview),
  }
}

/** Returns columns beside ratios. A figure is of the first published file that has the server in its version. */
function overviewColumns(
  stored: readonly StoredMeasurement[],
  overview: Probe['overview'],
): Column<SubjectRow, Contents>[] {
  if (!overview) return []
  const tables = stored.map(({ file }) => ({ file, ...overview(file) }))
  return tables.slice(0, 1).flatMap(({ file: newest, columns }) =>
    columns.map(({ marks: _, when: __, ...column }) => ({
      ...column,
      title: titleText(column.title, newest),
      value: (server) =>
        tables.flatMap(({ file, rows }) =>
          rows.filter((row) => isSame(row, server)).map((row) => column.value(row, file)),
        )[0] ?? null,
    })),
  )
}

const IDENTITY = ['name', 'version', 'runtime', 'runtimeVersion'] as const
const isSame = (row: SubjectRow, server: SubjectRow) =>
  IDENTITY.every((key) => row[key] === server[key])
