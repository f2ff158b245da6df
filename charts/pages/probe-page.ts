/** The page of a probe, with a section per file, and its charts. */
import { withAccepted } from '../../shared/probe/accepted.ts'
import type { Chart } from '../../shared/probe/chart.ts'
import { disqualifiedIn, notesOf } from '../../shared/probe/notes.ts'
import {
  type Contents,
  type Probe,
  type StoredMeasurement,
  tablesOf,
} from '../../shared/probe/probe.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { chartPicture, drawAll, type Picture, pictureText } from '../draw/pictures.ts'
import { pageTable } from '../table/columns.ts'
import { placeLine, provisionalLines, withWithdrawn } from '../text/conditions.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'

export type Regions = Readonly<Record<string, string>>

/** Contents of a page that need more than the probe's files. */
export interface Additions {
  /** Sorts files; default: by scenario and date. */
  sortBy?(file: Contents): string
  /** Replaces the probe's lead. */
  lead?(stored: readonly StoredMeasurement[]): string
  /** Returns further regions. */
  regions?(stored: readonly StoredMeasurement[], published: readonly Published[]): Regions
  /** Returns the pictures that regions of an article show. */
  articlePictures?(stored: readonly StoredMeasurement[], published: readonly Published[]): Picture[]
}

/** Returns the page and its charts by path from the repository's root; empty without stored files. */
export function probeFiles(
  probe: Probe,
  stored: readonly StoredMeasurement[],
  published: readonly Published[] = [],
  { lead = probe.lead, articlePictures = () => [] }: Additions = {},
): Map<string, string> {
  if (stored.length === 0) return new Map()
  const { name, title, about } = probe
  const path = pagePath(name)
  const link = linkFrom(path)
  const inReadme = new Set([...regionCharts(probe, stored).values()].map((chart) => chart.name))
  const sections = stored.map((each) => sectionOf(probe, each, published, inReadme))
  const pictures = sections.flatMap((section) => section.pictures)
  const finding = pictures[0]?.alt
  const how = `[How it is measured](${link(`docs/${name}.md`)}). Run it yourself: \`npm run bench -- ${name}\`.`
  const page = `${blocks(
    `# ${title}`,
    lead?.(sections.map((section) => section.stored)) ||
      (finding === undefined ? '' : `**${finding}.**`),
    `${about} ${how}`,
    ...sections.map(({ text }) => text),
  )}\n`
  return new Map([
    [path, withWithdrawn(page, stored)],
    ...drawAll([...pictures, ...articlePictures(stored, published)]),
  ])
}

interface Section {
  text: string
  pictures: Picture[]
  /** With the marks of servers that accept invalid data. */
  stored: StoredMeasurement
}

/** Returns a file's charts, tables and conditions. @param inReadme names of charts that README shows instead */
function sectionOf(
  probe: Probe,
  { path: source, others = [], ...measured }: StoredMeasurement,
  published: readonly Published[],
  inReadme: ReadonlySet<string>,
): Section {
  const { file, accepted } = withAccepted(measured.file, published)
  const { scenario = '', notInstalled } = file
  const page = pagePath(probe.name)
  const link = linkFrom(page)
  const hasTimes = probe.timed && (probe.hasTimes?.(file) ?? true)
  const loads = probe.timed && (!probe.hasTimes || 'connections' in file.protocol)
  const pinned = loads ? 'server and generator' : hasTimes ? 'process' : null
  const conditions = [
    probe.place?.(file) ?? placeLine([file, ...others.map((other) => other.file)], pinned),
    ...(probe.conditions ? [probe.conditions(file).join(' · ')] : []),
  ]
  const warnings = hasTimes ? provisionalLines(file, published) : []
  const charts = chartsOf(probe, { file })
  const pictures = charts.map((chart) =>
    chartPicture(page, chart, accepted, { warnings, conditions }),
  )
  const text = blocks(
    `## ${inline(probe.heading?.(file) ?? titleOf(scenario))}`,
    ...pictures.map((picture, i) =>
      inReadme.has(charts[i]?.name ?? '')
        ? `[${inline(picture.alt)}](${link('README.md')}#${charts[i]?.region}), charted in README.`
        : pictureText(picture, page),
    ),
    ...tablesOf(probe, file).flatMap(({ heading, noun = probe.noun, rows, columns }) => [
      heading === undefined ? '' : `### ${heading}`,
      pageTable(columns, rows, file, { noun, docs: link('docs') }),
    ]),
    list([
      ...[...accepted, ...notesOf(probe, file)].map(inline),
      ...disqualifiedIn(file).map(
        ({ displayName, reason }) => `${inline(displayName)}: disqualified: ${inline(reason)}`,
      ),
      ...(notInstalled.length > 0
        ? [
            `Not installed, so not measured: ${notInstalled.map(({ name }) => inline(name)).join(', ')}`,
          ]
        : []),
      ...[...conditions, ...warnings].map(inline),
      ...[source, ...others.map(({ path }) => path)].map(
        (each) => `Source: [\`${each}\`](${link(each)})`,
      ),
    ]),
  )
  return { text, pictures, stored: { file, path: source, others } }
}

/** Returns the charts that have rows. */
function chartsOf(probe: Probe, { file }: Pick<StoredMeasurement, 'file'>): Chart[] {
  return (probe.charts?.(file) ?? []).filter(
    (chart) => (chart.kind === 'lines' ? chart.points : chart.rows).length > 0,
  )
}

/** Returns the charts that README shows, by region: of several, the first. */
function regionCharts(probe: Probe, stored: readonly StoredMeasurement[]): Map<string, Chart> {
  const charts = stored.flatMap((each) => chartsOf(probe, each)).toReversed()
  return new Map(charts.flatMap((chart) => (chart.region ? [[chart.region, chart]] : [])))
}

/** Returns contents of regions in README and docs, by name. */
export function probeRegions(
  probe: Probe,
  stored: readonly StoredMeasurement[],
  published: readonly Published[] = [],
  additions: Additions = {},
): Regions {
  const pictures = [...regionCharts(probe, stored)].map(([region, chart]) => [
    region,
    pictureText(chartPicture(pagePath(probe.name), chart), 'README.md'),
  ])
  const marked = stored.map((each) => ({ ...each, ...withAccepted(each.file, published) }))
  return {
    ...Object.fromEntries(pictures),
    ...probe.regions?.(marked, published),
    ...additions.regions?.(stored, published),
  }
}
