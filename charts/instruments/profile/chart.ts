/** Chart of CPU time per request by part: a stacked bar per server. */
import * as Plot from '@observablehq/plot'
import { LEAST_PROCESSES } from '../../../shared/stats/claims.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { figuresTitle } from '../../draw/figure-claims.ts'
import {
  ABOVE_RIGHT,
  AT_LEFT,
  AT_RIGHT,
  AXIS,
  type Drawing,
  MUTED,
  renderSvg,
} from '../../draw/frame.ts'
import { labelOf } from '../../draw/rows.ts'
import { outOf, shortList } from '../../draw/short-list.ts'
import type { ThemeName } from '../../draw/theme.ts'
import type { Chart } from '../instrument.ts'
import type { Profiles } from './format.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { type Profiled, partOf, plainOf, profiledServers } from './summary.ts'

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

export function profileChart(profiles: Profiles): Chart {
  const servers = profiledServers(profiles)
  const title = finding(shortList(servers))
  return {
    name: profiles.scenario,
    title,
    draw: (theme, caption) => renderSvg(draw(title, servers, theme), caption, theme),
  }
}

/** px */
const NAMES = 140
const FIGURES = 66
const ROW = 20

function draw(title: string, servers: readonly Profiled[], theme: ThemeName): Drawing {
  const rows = shortList(servers).map((server) => ({
    ...server,
    marks: profileMarks(server),
    total: significant(plainOf(server).value),
  }))
  const times = rows.flatMap((server) =>
    PART_NAMES.map((part) => ({ name: server.name, part, time: partOf(server, part).value })),
  )
  const shown = PART_NAMES.filter((each) =>
    times.some(({ part, time }) => part === each && time > 0),
  )
  return {
    title,
    subtitle: `CPU time per request by part: µs, all threads, mean over the processes. Lower is less work.${outOf(rows, servers)}`,
    height: rows.length * ROW,
    marginTop: 24,
    marginBottom: 50,
    marginLeft: NAMES,
    marginRight: FIGURES,
    legend: shown.map((part) => [part, PARTS[part]]),
    color: { domain: PART_NAMES, range: PART_NAMES.map((part) => COLORS[part][theme]) },
    symbol: { domain: PART_NAMES, range: ['square'] },
    x: { grid: true },
    y: { type: 'band', domain: rows.map(({ name }) => name), axis: null, padding: 0.3 },
    marks: [
      Plot.axisX({ ...AXIS, label: 'µs per request' }),
      Plot.barX(times, { y: 'name', x: 'time', fill: 'part', insetRight: 0.6 }),
      Plot.text(rows, { ...AT_LEFT, y: 'name', text: labelOf, dx: -NAMES }),
      Plot.text(rows, { ...AT_RIGHT, y: 'name', text: 'total', dx: FIGURES }),
      Plot.text(['µs'], { ...ABOVE_RIGHT, ...MUTED, dx: FIGURES, dy: -12 }),
    ],
  }
}

/** Notes a server whose warm-up had not settled. */
export function profileMarks({ processes }: Pick<Profiled, 'processes'>): string {
  return processes.every(({ settled }) => settled) ? '' : '(unsettled)'
}

/** Compares the extremes, and names what takes the most in the last. */
function finding(servers: readonly Profiled[]): string {
  const processes = Math.min(...servers.map((server) => server.processes.length))
  const rows = servers.map((server) => ({ ...server, ...plainOf(server) }))
  const title = figuresTitle(rows, { what: 'CPU time', verb: 'spends', processes })
  const last = servers.at(-1)
  if (!last || processes < LEAST_PROCESSES) return title
  const [part] = PART_NAMES.toSorted((a, b) => partOf(last, b).value - partOf(last, a).value)
  return `${title}; its largest part is ${PARTS[part as Part]}`
}
