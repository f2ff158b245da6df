/** Chart of CPU time per request by part. */
import { renderSvg } from '../../draw/render.ts'
import { labelOf } from '../../draw/rows.ts'
import { outOf, shortList } from '../../draw/short-list.ts'
import { drawStackedBars } from '../../draw/stacked-bars.ts'
import { type ThemeName, themes } from '../../draw/theme.ts'
import { significant } from '../../text/numbers.ts'
import type { Chart } from '../instrument.ts'
import type { Profiles } from './format.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { type Profiled, partOf, plainOf, profiledServers } from './summary.ts'

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

/** @param caption paragraphs below the chart */
export function profileChart(profiles: Profiles, caption: string[]): Chart {
  return {
    name: profiles.scenario,
    alt: finding(profiledServers(profiles)),
    draw: (theme) => draw(profiledServers(profiles), caption, theme),
  }
}

function draw(servers: readonly Profiled[], caption: string[], theme: ThemeName): Promise<string> {
  const rows = shortList(servers).map((server) => ({
    name: `${labelOf(server.displayName)} ${profileMarks(server)}`.trim(),
    parts: PART_NAMES.map((part) => ({ part: PARTS[part], value: partOf(server, part).value })),
    figure: significant(plainOf(server).value, 3),
  }))
  const shown = PART_NAMES.filter((name) =>
    rows.some(({ parts }) => parts.some(({ part, value }) => part === PARTS[name] && value > 0)),
  )
  const drawing = drawStackedBars(
    {
      title: PROFILE_TITLE,
      subtitle: `µs of CPU time, all threads, mean over the processes. Lower is less work.${outOf(rows, servers)}`,
      rows,
      axis: 'µs per request',
      unit: 'µs',
      colors: shown.map((part) => [PARTS[part], COLORS[part][theme]]),
    },
    themes[theme],
  )
  return renderSvg(drawing, [caption], themes[theme])
}

/** Marks a server whose warm-up had not settled. */
export function profileMarks({ processes }: Pick<Profiled, 'processes'>): string {
  return processes.every(({ settled }) => settled) ? '' : '¶'
}

/** States the finding in a sentence, as alternative text. */
function finding(servers: readonly Profiled[]): string {
  const [first, last] = [servers.at(0), servers.at(-1)]
  if (!first || !last) return `${PROFILE_TITLE}: no server has a profile`
  const largest = (server: Profiled) => {
    const [part] = PART_NAMES.toSorted((a, b) => partOf(server, b).value - partOf(server, a).value)
    return `${server.displayName} with ${significant(plainOf(server).value)} µs, most of it ${PARTS[part as Part]}`
  }
  return `${PROFILE_TITLE}, ${servers.length} servers: least has ${largest(first)}; most has ${largest(last)}`
}
