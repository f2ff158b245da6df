/** Chart of CPU time per request by part. */

import { renderSvg } from '../../draw/render.ts'
import { labelOf } from '../../draw/rows.ts'
import { outOf, shortList } from '../../draw/short-list.ts'
import { drawStackedBars, type StackedRow } from '../../draw/stacked-bars.ts'
import { type ThemeName, themes } from '../../draw/theme.ts'
import { marksLine, placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import type { Chart } from '../instrument.ts'
import type { Profiles } from './format.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { type Profiled, partOf, plainOf, profiledServers, profileFootnotes, profileMarks, totalOf } from './summary.ts'

export const PROFILE_TITLE = 'CPU time per request, by part'

/** Greys for parts outside of packages' JavaScript; Okabe and Ito's palette, and two more colours, for the others. */
const COLORS: Record<Part, Record<ThemeName, string>> = {
  outside: { light: '#6e7781', dark: '#6e7681' },
  runtime: { light: '#afb8c1', dark: '#aeb6bf' },
  router: { light: '#0072b2', dark: '#4a9fd8' },
  body: { light: '#56b4e9', dark: '#8fd0f5' },
  validation: { light: '#d55e00', dark: '#e8743b' },
  dates: { light: '#e69f00', dark: '#e8b13a' },
  handler: { light: '#8250df', dark: '#a371f7' },
  serialization: { light: '#009e73', dark: '#2bb98d' },
  collection: { light: '#cc79a7', dark: '#d98cb6' },
  threads: { light: '#eac7da', dark: '#8c5a76' },
  unattributed: { light: '#cf222e', dark: '#f85149' },
}

/** Returns a row per server, the cheapest first. */
function profileRows(profiles: Pick<Profiles, 'servers'>): StackedRow[] {
  return shortList(cheapestFirst(profiles)).map((server) => ({
    name: `${labelOf(server.displayName)} ${profileMarks(server)}`.trim(),
    parts: PART_NAMES.map((part) => ({ part: PARTS[part].title, value: partOf(server, part).value })),
    figure: significant(totalOf(server).value, 3),
    aside: significant(plainOf(server).value, 3),
    mark: null,
  }))
}

/** Sorts by CPU time per request under the profiler. */
export function cheapestFirst(profiles: Pick<Profiles, 'servers'>): Profiled[] {
  return profiledServers(profiles).sort((a, b) => totalOf(a).value - totalOf(b).value || (a.name < b.name ? -1 : 1))
}

export function profileChart(profiles: Profiles): Chart {
  return {
    name: profiles.scenario,
    alt: profileFinding(profiles),
    draw: (theme) => drawProfile(profiles, theme),
  }
}

function drawProfile(profiles: Profiles, theme: ThemeName): Promise<string> {
  const rows = profileRows(profiles)
  const isShown = (title: string) =>
    rows.some(({ parts }) => parts.some(({ part, value }) => part === title && value > 0))
  const drawing = drawStackedBars(
    {
      title: PROFILE_TITLE,
      subtitle: `µs of CPU time under the profiler, all threads, mean over the processes. Lower is less work.${outOf(rows, profiledServers(profiles))}`,
      rows,
      axis: 'µs per request',
      headings: ['profiled', 'plain'],
      colors: PART_NAMES.filter((part) => isShown(PARTS[part].title)).map((part) => [
        PARTS[part].title,
        COLORS[part][theme],
      ]),
    },
    themes[theme],
  )
  const shown = shortList(profiledServers(profiles))
  const caption = [...marksLine(profileFootnotes(shown)), profileConditions(profiles)]
  return renderSvg(drawing, caption, themes[theme])
}

/** States the finding in a sentence, as alternative text. */
function profileFinding(profiles: Pick<Profiles, 'servers'>): string {
  const servers = cheapestFirst(profiles)
  const [first, last] = [servers.at(0), servers.at(-1)]
  if (!first || !last) return `${PROFILE_TITLE}: no server has a profile`
  const largest = (server: Profiled) => {
    const [part] = PART_NAMES.toSorted((a, b) => partOf(server, b).value - partOf(server, a).value)
    return `${server.displayName} with ${significant(totalOf(server).value)} µs, most of it ${PARTS[part as Part].title}`
  }
  return `${PROFILE_TITLE}, ${servers.length} servers: least has ${largest(first)}; most has ${largest(last)}`
}

/** Describes date, machine and method, in two paragraphs. */
export function profileConditions(profiles: Profiles): string[] {
  const { generatorVersion } = profiles.environment
  const { generator, polling, connections, processes, turns, sliceSeconds, longestWarmUp, interval, flags, seed } =
    profiles.protocol
  return [
    placeLine(profiles),
    [
      `${generator} ${generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections`,
      `${processes} × ${turns} × ${sliceSeconds} s each profiled, watched and plain, interleaved at random`,
      `a sample every ${interval} µs`,
      `profiled with ${flags.join(' ')}`,
      `warm-up of ${longestWarmUp} slices at most`,
      `seed ${seed}`,
    ].join(' · '),
  ]
}
